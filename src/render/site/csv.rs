//! A site as CSV (RFC 4180): one row for each page. Cells are safe as those of a report are.

use std::io::{self, Write};

use citable_checks::report::Status;
use csv::{Terminator, WriterBuilder};

use super::row::{PageRow, Rows};
use crate::render::csv::cell;
use crate::render::labels;

/// The columns.
const HEADER: [&str; 12] = [
    "url",
    "file",
    "score",
    "band",
    "kind",
    "lowConfidence",
    "title",
    "failedChecks",
    "warnedChecks",
    "topFix",
    "gain",
    "failure",
];

/// The pages under a row of names.
///
/// # Errors
/// When the rows can't be read or the output can't be written.
pub fn table(rows: &mut dyn Rows, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(out);
    writer.write_record(HEADER)?;
    rows.visit(&mut |row| Ok(writer.write_record(cells(row))?))?;
    writer.flush()
}

fn cells(row: &PageRow) -> [String; 12] {
    let file = cell(row.file.as_deref().unwrap_or_default());
    let failure = row.failure.as_ref().map(|failure| failure.code.as_str()).unwrap_or_default();
    let mut cells: [String; 12] = Default::default();
    let Some(scan) = &row.scan else {
        cells[0] = cell(&row.url);
        cells[1] = file;
        cells[11] = failure.to_owned();
        return cells;
    };
    let of = |status| {
        let checks = scan.findings.iter().filter(|finding| finding.status == status);
        cell(&checks.map(|finding| finding.check.as_str()).collect::<Vec<_>>().join(" "))
    };
    let fix = scan.fixes.first();
    [
        cell(&row.url),
        file,
        scan.score.to_string(),
        // As in the report of one page.
        if scan.low_confidence { "" } else { labels::band(scan.band) }.to_owned(),
        scan.kind.as_str().to_owned(),
        scan.low_confidence.to_string(),
        cell(&scan.title),
        of(Status::Fail),
        of(Status::Warn),
        cell(fix.map(|fix| fix.title.as_str()).unwrap_or_default()),
        fix.and_then(|fix| fix.gain).map(|gain| gain.to_string()).unwrap_or_default(),
        failure.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::csv::FORMULA_STARTS;
    use crate::render::{sample as hostile, site::sample};

    #[test]
    fn a_site_is_a_table() {
        let mut out = Vec::new();
        table(&mut sample::rows(), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }

    #[test]
    fn a_hostile_page_writes_no_cell_of_its_own() {
        for text in hostile::HOSTILE {
            let mut out = Vec::new();
            let (_, mut rows) = sample::with_text(text);
            table(&mut rows, &mut out).unwrap();
            let mut reader = csv::Reader::from_reader(out.as_slice());
            let read: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
            assert_eq!(read.len(), rows.len());
            for cell in read.iter().flatten() {
                assert!(!cell.starts_with(FORMULA_STARTS), "{cell}");
            }
        }
    }
}
