//! A site as workflow commands. A step shows ten annotations of each level, so what is missed comes
//! first, then causes, then what only the site shows.

use citable_checks::report::Status;
use citable_checks::site::Severity;

use super::overview::Overview;
use super::row::{PageRow, Rows};
use super::words;
use crate::render::github::command;
use crate::render::{sentence, untrusted};

/// Annotations that a step shows of each level.
const ANNOTATIONS: usize = 10;
/// Pages that one annotation names.
const PAGES: usize = 5;

/// The commands. A cause is annotated in the file of its first page.
///
/// # Errors
/// When the rows can't be read.
pub fn commands(overview: &Overview, rows: &mut dyn Rows) -> std::io::Result<String> {
    let mut files = std::collections::HashMap::new();
    let wanted: Vec<&String> = overview
        .causes
        .iter()
        .take(2 * ANNOTATIONS)
        .flat_map(|cause| cause.pages.first())
        .collect();
    rows.visit(&mut |row: &PageRow| {
        if let (true, Some(file)) = (wanted.contains(&&row.url), &row.file) {
            let line = |check: &str| {
                let findings = row.scan.iter().flat_map(|scan| &scan.findings);
                findings.filter(|found| found.check == check).find_map(|found| found.line)
            };
            let lines: Vec<(String, u32)> = overview
                .causes
                .iter()
                .filter_map(|cause| Some((cause.check.clone(), line(&cause.check)?)))
                .collect();
            files.insert(row.url.clone(), (file.clone(), lines));
        }
        Ok(())
    })?;
    let title = |name: &str| ("title", format!("Citable: {}", untrusted(name)));
    let summary = format!("{}: {}", untrusted(&overview.target), words::summary(overview));
    let mut text = command("notice", &[("title", "Citable".to_owned())], &summary);
    let mut errors = Vec::new();
    let mut warnings = Vec::new();
    for missed in &overview.missed {
        let pages = missed.pages.iter().take(PAGES).map(|page| untrusted(page));
        let lines = std::iter::once(missed.message.clone()).chain(pages);
        let message = lines.collect::<Vec<_>>().join("\n");
        errors.push(command("error", &[title("threshold")], &message));
    }
    for cause in &overview.causes {
        let mut properties = Vec::new();
        if let Some((file, lines)) = cause.pages.first().and_then(|page| files.get(page)) {
            let line = lines.iter().find(|(check, _)| *check == cause.check);
            properties.push(("file", file.clone()));
            properties.push(("line", line.map_or(1, |(_, line)| *line).to_string()));
        }
        properties.push(title(&cause.check));
        let fix = (!cause.fix.title.is_empty()).then(|| words::fix(cause));
        let pages = cause.pages.iter().take(PAGES).map(|page| untrusted(page));
        let lines = std::iter::once(sentence(&cause.summary)).chain(fix).chain(pages);
        let message = lines.collect::<Vec<_>>().join("\n");
        match cause.status {
            Status::Fail => errors.push(command("error", &properties, &message)),
            _ => warnings.push(command("warning", &properties, &message)),
        }
    }
    for finding in &overview.site.findings {
        let pages = finding.pages.iter().take(PAGES).map(words::found);
        let lines = [sentence(&finding.summary), sentence(&finding.fix)].into_iter().chain(pages);
        let message = lines.collect::<Vec<_>>().join("\n");
        let properties = [title(finding.rule.id())];
        match finding.severity {
            Severity::Fail => errors.push(command("error", &properties, &message)),
            Severity::Warn => warnings.push(command("warning", &properties, &message)),
        }
    }
    text.extend(errors.into_iter().take(ANNOTATIONS));
    text.extend(warnings.into_iter().take(ANNOTATIONS));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{sample as hostile, site::sample};

    #[test]
    fn what_is_missed_comes_first() {
        let commands = commands(&sample::overview(), &mut sample::rows()).unwrap();
        insta::assert_snapshot!(commands);
    }

    #[test]
    fn a_hostile_page_gives_no_command() {
        let lines = commands(&sample::overview(), &mut sample::rows()).unwrap().lines().count();
        for text in hostile::HOSTILE {
            let (overview, mut rows) = sample::with_text(text);
            let commands = commands(&overview, &mut rows).unwrap();
            assert_eq!(commands.lines().count(), lines, "{commands}");
            assert!(commands.lines().all(|line| line.starts_with("::")), "{commands}");
        }
    }
}
