//! Tables for a terminal.

/// Columns of a terminal.
pub(super) const WIDTH: usize = 80;

/// Columns before each row.
const INDENT: &str = "  ";

/// Between columns.
const GAP: usize = 2;

/// Rows of text in columns: the first to the left, the others to the right. Names that are too wide
/// lose their middle.
pub(super) fn table<const N: usize>(header: [&str; N], rows: &[[String; N]]) -> String {
    let mut widths = header.map(width);
    for row in rows {
        for (most, cell) in widths.iter_mut().zip(row) {
            *most = (*most).max(width(cell));
        }
    }
    let others: usize = widths.iter().skip(1).map(|width| width + GAP).sum();
    let room = WIDTH
        .saturating_sub(INDENT.len() + others)
        .max(header.first().map_or(0, |name| width(name)));
    if let Some(first) = widths.first_mut() {
        *first = (*first).min(room);
    }
    let header = header.map(str::to_owned);
    let lines = std::iter::once(&header).chain(rows).map(|row| line(row, &widths));
    lines.map(|line| format!("{INDENT}{}\n", line.trim_end())).collect()
}

fn line<const N: usize>(row: &[String; N], widths: &[usize; N]) -> String {
    let mut text = String::new();
    for (place, (cell, most)) in row.iter().zip(widths).enumerate() {
        let cell = shortened(cell, *most);
        let padding = " ".repeat(most.saturating_sub(width(&cell)));
        match place {
            0 => text.extend([cell, padding]),
            _ => text.extend([" ".repeat(GAP), padding, cell]),
        }
    }
    text
}

/// The text in so many columns, with an ellipsis for its middle where it has more.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(1);
    let (begin, end) = (kept.div_ceil(2), kept / 2);
    chars[..begin].iter().chain(&['…']).chain(&chars[chars.len() - end..]).collect()
}

/// Words in lines of the terminal's width, each under the first.
pub(super) fn wrapped(text: &str, first: &str) -> String {
    let indent = " ".repeat(width(first));
    let mut lines = String::from(first);
    let mut column = width(first);
    let mut is_first = true;
    for word in text.split(' ') {
        if !is_first && column + 1 + width(word) > WIDTH {
            lines.push('\n');
            lines.push_str(&indent);
            column = indent.len();
        } else if !is_first {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += width(word);
        is_first = false;
    }
    lines.push('\n');
    lines
}

/// What is printed here is ASCII but for ellipses and file names.
fn width(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_fit() {
        let rows = [["/a".to_owned(), "1".to_owned()], ["/b".repeat(60), "1,000".to_owned()]];
        let table = table(["Page", "Hits"], &rows);
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines.iter().all(|line| width(line) == WIDTH), "{table}");
        assert!(lines[0].starts_with("  Page ") && lines[2].contains("…b/b"), "{table}");
        assert_eq!(shortened("abcdef", 4), "ab…f");
        assert_eq!(shortened("abcdef", 6), "abcdef");
    }

    #[test]
    fn words_are_wrapped_under_the_first() {
        let text = wrapped(&"word ".repeat(30), "- ");
        assert!(text.lines().all(|line| width(line) <= WIDTH), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("  w")), "{text}");
    }
}
