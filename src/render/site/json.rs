//! A site as JSON: one object, or one line for each page.

use std::io::{self, Write};

use serde_json::Value;

use super::overview::Overview;
use super::row::Rows;

/// One line for each page.
///
/// # Errors
/// When the rows can't be read or the output can't be written.
pub fn lines(rows: &mut dyn Rows, out: &mut dyn Write) -> io::Result<()> {
    rows.visit(&mut |row| {
        serde_json::to_writer(&mut *out, row)?;
        out.write_all(b"\n")
    })
}

/// One object: what is said of the site, and its pages, one to a line.
///
/// # Errors
/// When the rows can't be read or the output can't be written.
pub fn object(overview: &Overview, rows: &mut dyn Rows, out: &mut dyn Write) -> io::Result<()> {
    let mut site = serde_json::to_value(overview)?;
    if let Value::Object(fields) = &mut site {
        fields.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    }
    write!(out, "{{\n\"site\": {site:#},\n\"pages\": [")?;
    let mut separator = "\n";
    rows.visit(&mut |row| {
        out.write_all(separator.as_bytes())?;
        separator = ",\n";
        serde_json::to_writer(&mut *out, row).map_err(io::Error::from)
    })?;
    out.write_all(b"\n]\n}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::site::row::PageRow;
    use crate::render::site::sample;

    #[test]
    fn a_site_is_an_object() {
        let mut out = Vec::new();
        object(&sample::overview(), &mut sample::rows(), &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap());
    }

    #[test]
    fn every_line_reads_back_as_its_page() {
        let mut out = Vec::new();
        lines(&mut sample::rows(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let read: Vec<PageRow> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(read, sample::rows());
    }
}
