#![doc = include_str!("page.md")]

use super::robots_edit;
use super::usage_signals::{Heard, SignalEdit, Statement, Usage, mended, robots_signals};
use crate::check::{About, Check, Context, Finding, quote};
use crate::engines::ENGINE_COUNT;
use crate::fix::{Fix, Source as Reference};
use crate::page::snapshot::Source;
use crate::paste::{code, in_finding, in_title, line, listed, shell};
use crate::quoted::Quoted;
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::robots::RobotsFile;

/// The check.
pub struct ContentSignals;

impl Check for ContentSignals {
    fn about(&self) -> &'static About {
        &About {
            id: "content-signals",
            title: "Content signals allow search and AI answers",
            strength: EvidenceStrength::Weak,
            effort: 1,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "A content signal states how a page may be used after it is fetched. Nothing \
                  enforces it, and no engine documents that it follows one. For an engine that \
                  does, `search=no` or `ai-input=no` takes the page out of its answers.",
            sources: &[
                Reference {
                    title: "Content Signals: the vocabulary and its policy",
                    url: "https://contentsignals.org/",
                    strength: EvidenceStrength::Weak,
                },
                Reference {
                    title: "Cloudflare: AI Crawl Control",
                    url: "https://developers.cloudflare.com/ai-crawl-control/",
                    strength: EvidenceStrength::Weak,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let heard = Heard::of(context);
        let finding = match (heard.is_silent(), &context.robots) {
            (true, Some(RobotsFile::Unseen { .. })) => unseen(),
            (true, None) if context.page.source == Source::Web => unseen(),
            (true, _) => Finding::not_applicable(
                "No content signals found, so nothing is granted or refused.",
            ),
            (false, _) => judge(&heard),
        };
        finding.with_all(heard.details()).with_all(other_reservations(context))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let heard = Heard::of(context);
        let headers: Vec<&Statement> =
            heard.at_fault().filter(|statement| statement.line.is_none()).collect();
        match headers.as_slice() {
            [] => robots_edit::edit(context),
            headers => header_fix(context, headers, &robots_signals(context)),
        }
    }
}

/// Where headers refuse; what robots.txt says beside them is mended along.
fn header_fix(context: &Context<'_>, headers: &[&Statement], lines: &[SignalEdit]) -> Fix {
    let written: Vec<Quoted> = headers.iter().map(|one| in_title(&one.value)).collect();
    let mut fix = Fix::new(
        "content-signals",
        format!("Change the Content-Signal header: it says {}", listed(&written)),
        format!("`curl -sI {}` shows the new header, or none.", shell(&context.page.final_url)),
    );
    let mut snippet = Vec::new();
    for one in headers {
        let new = line(&mended(&one.value));
        let old = code(&format!("Content-Signal: {}", line(&one.value)));
        fix = match new.is_empty() {
            true => fix.step(format!(
                "Remove the header {old}: it contains no known signal (`search`, `ai-input`, \
                 `ai-train`, `use`)."
            )),
            false => fix.step(format!(
                "Send {} instead of {old}.",
                code(&format!("Content-Signal: {new}"))
            )),
        };
        if !new.is_empty() {
            snippet.push(format!("Content-Signal: {new}"));
        }
    }
    for line in lines {
        fix = fix.step(line.step());
    }
    let fix = fix.step(
        "The server, the CDN or the application sets the header. If you mean to opt out, leave it \
         as it is.",
    );
    match snippet.is_empty() {
        true => fix,
        false => fix.snippet(snippet.join("\n")),
    }
}

fn unseen() -> Finding {
    Finding::could_not_see("robots.txt couldn't be read, and the response has no content signals.")
}

fn judge(heard: &Heard) -> Finding {
    let (search, input) = (heard.refused(Usage::Search), heard.refused(Usage::AiInput));
    match () {
        () if search.len() == ENGINE_COUNT => Finding::fail(format!(
            "`search=no` asks all {ENGINE_COUNT} engines to leave the page out of their search \
             index."
        )),
        () if !search.is_empty() => Finding::warn(format!(
            "`search=no` asks {} to leave the page out of the search index.",
            listed(&search)
        )),
        () if heard.is_contradictory() => Finding::warn(
            "The content signals contradict each other: the same use is both allowed and refused.",
        ),
        () if input.len() == ENGINE_COUNT => Finding::warn(format!(
            "`ai-input=no` asks all {ENGINE_COUNT} engines not to use the page in AI answers."
        )),
        () if !input.is_empty() => Finding::warn(format!(
            "`ai-input=no` asks {} not to use the page in AI answers.",
            listed(&input)
        )),
        () => match heard.unknown() {
            Some(text) => Finding::warn(format!(
                "Unknown content signal {}: engines may interpret it as they like.",
                in_finding(text)
            )),
            None => Finding::pass("The content signals refuse neither search nor AI answers."),
        },
    }
}

/// Reservations of other kinds, told without a verdict.
fn other_reservations(context: &Context<'_>) -> Vec<Detail> {
    let page = context.page;
    let headers = ["tdm-reservation", "tdm-policy"].into_iter().flat_map(|name| {
        let values = page.answer().into_iter().flat_map(move |answer| answer.header_values(name));
        values.map(move |value| quote(format!("{name} header (information only)"), value))
    });
    let metas = page.document.metas.iter().filter(|meta| meta.name.starts_with("tdm-"));
    let metas = metas.map(|meta| Detail {
        line: Some(meta.line),
        ..quote(format!("meta {} (information only)", in_finding(&meta.name)), &meta.content)
    });
    let licenses = match &context.robots {
        Some(RobotsFile::Rules(rules)) => rules.licenses(),
        _ => &[],
    };
    let licenses = licenses.iter().map(|line| Detail {
        line: Some(line.number),
        ..quote("License line in robots.txt (information only)", &line.text)
    });
    headers.chain(metas).chain(licenses).collect()
}

#[cfg(test)]
mod tests;
