//! Header cells of tables that have none.

use super::proposal::Proposal;
use crate::edit::{Edit, Piece, Tag};
use crate::patch::view::View;
use crate::wording::how_many;

/// The most cells of a row that is a header.
const CELLS_MAX: usize = 30;

/// A cell: its tags among the pieces.
struct Cell {
    start: usize,
    end: usize,
}

/// Tables whose first row is in a `thead`, or is the only one in bold type.
pub(super) fn propose(view: &View<'_>) -> Vec<Proposal> {
    if !view.is_open("lists-tables") {
        return Vec::new();
    }
    let tables = view.tags.tags().filter(|(_, tag)| tag.starts("table"));
    let proposals = tables.filter_map(|(at, _)| {
        let rows = rows(&view.tags.pieces, at)?;
        let (first, rest) = rows.split_first()?;
        let is_header = first.len() > 1
            && first.len() <= CELLS_MAX
            && !rest.is_empty()
            && rest.iter().all(|row| row.len() == first.len())
            && (is_in_head(&view.tags.pieces, at, first) || is_bold_alone(view, first, rest));
        is_header.then(|| (first.len(), edits(view, first)))
    });
    let found: Vec<(usize, Vec<Edit>)> = proposals.collect();
    let proposal = |tables: &[(usize, Vec<Edit>)]| {
        let cells = how_many(tables.iter().map(|(cells, _)| cells).sum(), "header cell");
        let title = match tables.len() {
            1 => format!("Mark {cells} of a table"),
            count => format!("Mark {cells} of {count} tables"),
        };
        Proposal::new(title, tables.iter().flat_map(|(_, edits)| edits.clone()).collect())
    };
    // All at once: the check is content with one.
    let all = (found.len() > 1).then(|| proposal(&found));
    all.into_iter().chain(found.chunks(1).map(proposal)).collect()
}

/// The rows of a table without header cells, none inside another table.
fn rows(pieces: &[Piece], table: usize) -> Option<Vec<Vec<Cell>>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut open = None;
    for (at, piece) in pieces.iter().enumerate().skip(table + 1) {
        let Piece::Tag(tag) = piece else { continue };
        match (tag.name.as_str(), tag.is_start) {
            ("table", true) | ("th", _) => return None,
            ("table", false) => return open.is_none().then_some(rows),
            ("tr", true) => rows.push(Vec::new()),
            ("td", true) if has_span(tag) => return None,
            ("td", true) => open = Some(at),
            ("td", false) => {
                let start = open.take()?;
                rows.last_mut()?.push(Cell { start, end: at });
            }
            _ => {}
        }
    }
    None
}

fn has_span(tag: &Tag) -> bool {
    ["colspan", "rowspan"].iter().any(|name| !matches!(tag.value(name), "" | "1"))
}

fn is_in_head(pieces: &[Piece], table: usize, row: &[Cell]) -> bool {
    let Some(first) = row.first() else { return false };
    let before = &pieces[table..first.start];
    before.iter().any(|piece| matches!(piece, Piece::Tag(tag) if tag.starts("thead")))
}

/// Whether all text of the first row is bold, and no other row is.
fn is_bold_alone(view: &View<'_>, first: &[Cell], rest: &[Vec<Cell>]) -> bool {
    let is_bold_row = |row: &[Cell]| row.iter().all(|cell| is_bold(view, cell));
    is_bold_row(first) && !rest.iter().any(|row| is_bold_row(row))
}

fn is_bold(view: &View<'_>, cell: &Cell) -> bool {
    let text = view.source.text();
    let (mut depth, mut has_text) = (0_usize, false);
    for piece in &view.tags.pieces[cell.start + 1..cell.end] {
        match piece {
            Piece::Tag(tag) if matches!(tag.name.as_str(), "b" | "strong") => match tag.is_start {
                true => depth += 1,
                false => depth = depth.saturating_sub(1),
            },
            Piece::Text(range) if !text[range.clone()].trim().is_empty() => {
                has_text = true;
                if depth == 0 {
                    return false;
                }
            }
            _ => {}
        }
    }
    has_text
}

fn edits(view: &View<'_>, row: &[Cell]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for cell in row {
        for at in [cell.start, cell.end] {
            let Some(Piece::Tag(tag)) = view.tags.pieces.get(at) else { continue };
            let name = tag.range.start + if tag.is_start { 1 } else { 2 };
            edits.push(Edit::replace(name..name + "td".len(), "th"));
            if tag.is_start && tag.attribute("scope").is_none() {
                edits.push(Edit::insert(name + "td".len(), " scope=\"col\""));
            }
        }
    }
    edits
}
