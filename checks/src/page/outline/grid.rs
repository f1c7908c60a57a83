//! The rows and columns of a table, with the cells that reach over several rows.

use html5ever::{LocalName, local_name};
use select::document::Document;

use crate::page::flow::Element;
use crate::page::tree::attribute;

/// Rows and columns that one cell spans at most, as in HTML, section 4.9.11.
const SPANNED_ROWS: usize = 65_534;
/// Cells that are remembered because they reach into the rows below.
const HANGING: usize = 64;

/// A table as it is shown.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub(super) rows: usize,
    pub(super) single_rows: usize,
    pub(super) columns: usize,
    pub(super) has_headers: bool,
    /// Cells of the row that is read.
    cells: usize,
    /// For each cell from a row above that reaches into the row that is read: rows that are left.
    hanging: Vec<usize>,
    /// The same for cells of the row that is read.
    begun: Vec<usize>,
}

impl Grid {
    /// Reads the elements of a table, in order.
    pub(super) fn of<'a>(document: &Document, elements: impl Iterator<Item = &'a Element>) -> Self {
        let mut grid = Self::default();
        for element in elements {
            match &*element.name {
                "tr" => grid.end_row(),
                // A cell reaches no further than its part of the table.
                "thead" | "tbody" | "tfoot" => {
                    grid.end_row();
                    grid.hanging.clear();
                }
                "td" | "th" => {
                    let span = span(document, element, &local_name!("rowspan"));
                    grid.cells += 1;
                    grid.has_headers |= element.is("th");
                    if span > 1 && grid.begun.len() < HANGING {
                        grid.begun.push(span - 1);
                    }
                }
                _ => {}
            }
        }
        grid.end_row();
        grid
    }

    fn end_row(&mut self) {
        if self.cells == 0 {
            return;
        }
        let cells = self.cells + self.hanging.len();
        // A row of one cell is a title over the others.
        self.rows += usize::from(cells > 1);
        self.single_rows += usize::from(cells == 1);
        self.columns = self.columns.max(cells);
        self.hanging.iter_mut().for_each(|left| *left -= 1);
        self.hanging.append(&mut self.begun);
        self.hanging.retain(|left| *left > 0);
        self.hanging.truncate(HANGING);
        self.cells = 0;
    }
}

/// The rows that a cell spans; 0 reaches to the end of its part of the table.
fn span(document: &Document, element: &Element, name: &LocalName) -> usize {
    let node = document.nth(element.node);
    let written = node.and_then(|node| attribute(node, name)).map(str::trim);
    match written.and_then(|written| written.parse().ok()) {
        Some(0) => SPANNED_ROWS,
        Some(rows) => SPANNED_ROWS.min(rows),
        None => 1,
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::test_html::read;
    use crate::page::outline::Table;

    fn table(rows: &str) -> Table {
        let text = "<p>Water should be hot when it meets the leaves of a green tea.</p>".repeat(4);
        let page = read(&format!("<main><h1>Tea</h1>{text}<table>{rows}</table></main>"));
        page.document.outline.tables[0].clone()
    }

    #[test]
    fn cells_that_span_rows_stand_in_each_of_them() {
        let head = "<tr><th>Tea<th>Month<th>Rain</tr>";
        let spanned = table(&format!(
            "{head}<tr><td rowspan=3>Green<td>May<td rowspan=3>Much</tr><tr><td>June</tr>\
             <tr><td>July</tr>"
        ));
        assert_eq!((spanned.rows, spanned.single_rows, spanned.columns), (4, 0, 3));
        let two = table("<tr><td rowspan=2>Green<td>May</tr><tr><td>June</tr>");
        assert!(two.is_data(), "{two:?}");
        let last = table("<tr><td rowspan=2>Green<td>May</tr><tr><td>June</tr><tr><td>Sum</tr>");
        assert_eq!((last.rows, last.single_rows), (2, 1));
        let open = table(
            "<tbody><tr><td rowspan=0>Green<td>May</tr><tr><td>June</tr></tbody>\
                          <tbody><tr><td>Sum</tr></tbody>",
        );
        assert_eq!((open.rows, open.single_rows), (2, 1), "to the end of its part");
    }

    #[test]
    fn a_title_across_the_table_is_no_row_of_data() {
        let titled = table("<tr><th colspan=2>Tea</tr><tr><td>Green<td>May</tr>");
        assert_eq!((titled.rows, titled.single_rows, titled.columns), (1, 1, 2));
        assert!(!titled.is_data());
    }
}
