//! The products of a shop, side by side: what a shop says above a row of them.

use crate::page::flow::{Block, Flow};
use crate::page::main_content::names_price;
use crate::page::surroundings::Surroundings;

/// What shops call what they count.
const PRODUCTS: [&str; 12] = [
    "products",
    "produkte",
    "artikel",
    "produits",
    "productos",
    "prodotti",
    "producten",
    "produtos",
    "produkter",
    "produktów",
    "tuotetta",
    "товаров",
];
/// What they call it between two numbers: “Showing 1–12 of 33 results”.
const RESULTS: [&str; 8] = [
    "results",
    "items",
    "ergebnissen",
    "résultats",
    "resultados",
    "risultati",
    "resultaten",
    "wyników",
];
/// Bytes of a line that counts; a longer one tells something.
const LINE_BYTES: usize = 80;

/// Whether the page says how many products it shows, or how they are sorted, and shows the prices of
/// several. What surrounds the content does not count.
pub(super) fn is_shelf(flow: &Flow, apart: &Surroundings) -> bool {
    /// Prices beside a count of products; the page of one has an old and a new price.
    const PRICES: usize = 2;
    /// Prices below a control that sorts: reviews are sorted, too.
    const SORTED_PRICES: usize = 6;
    /// Bytes of a line that names a price and hardly more.
    const PRICE_BYTES: usize = 40;
    let own = |block: &&Block| !apart.hold(block.owner);
    let lines = || flow.blocks.iter().filter(own).map(|block| flow.block_text(block));
    let mut counts = Vec::new();
    let mut sorts = false;
    for block in flow.blocks.iter().filter(own) {
        let line = flow.block_text(block);
        let is_heading = flow.is_in_heading(block.element);
        if line.len() <= LINE_BYTES {
            counts.extend(counted_products(line, is_heading));
            sorts |= !is_heading && names_order(line);
        }
    }
    // Plans have several numbers of products, each with its price.
    counts.sort_unstable();
    counts.dedup();
    let counts = counts.len() == 1;
    let prices = || {
        let lines = lines().filter(|line| line.len() <= PRICE_BYTES);
        lines.filter(|line| names_price(line)).count()
    };
    (counts && prices() >= PRICES) || (sorts && prices() >= SORTED_PRICES)
}

/// How many products there are, where a line says so: “33 products”, “Sofas (22153 Produkte)”, “Showing
/// 1–12 of 33 results”. A heading does so in brackets.
fn counted_products(line: &str, is_heading: bool) -> Option<u32> {
    /// What stands before the number of all, if it does not begin the line.
    const BEFORE: [&str; 6] = ["of", "von", "sur", "van", "z", "av"];
    /// Words of a line that says nothing else.
    const WORDS: usize = 3;
    // Most lines count nothing, and are not taken apart.
    if !line.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let written: Vec<&str> = line.split_whitespace().collect();
    let words: Vec<String> = written
        .iter()
        .map(|word| word.trim_matches(|char: char| !char.is_alphanumeric()).to_lowercase())
        .collect();
    let numbers = line.split(|char: char| !char.is_ascii_digit()).filter(|one| !one.is_empty());
    let has_parts = numbers.count() > 1;
    words.windows(2).enumerate().find_map(|(at, pair)| {
        let number =
            pair[0].replace(['.', ','], "").parse::<u32>().ok().filter(|count| *count > 1)?;
        let is_of_all = at > 1 && has_parts && BEFORE.contains(&words[at - 1].as_str());
        let is_alone = at == 0 && words.len() <= WORDS && !is_heading;
        let is_bracketed = written[at].starts_with('(');
        let is_product = PRODUCTS.contains(&pair[1].as_str()) || pair[1] == "product(s";
        let is_counted = (is_product && (is_alone || is_of_all || is_bracketed))
            || (is_of_all && RESULTS.contains(&pair[1].as_str()));
        is_counted.then_some(number)
    })
}

/// Whether a line is the label of a control that sorts what is below.
fn names_order(line: &str) -> bool {
    const LABELS: [&str; 7] = [
        "sort by",
        "sortieren nach",
        "trier par",
        "ordenar por",
        "ordina per",
        "sorteren op",
        "sorteer op",
    ];
    /// Bytes of the longest.
    const BYTES: usize = 20;
    if line.len() > BYTES {
        return false;
    }
    let label = line.trim().trim_end_matches(':').trim_end().to_lowercase();
    LABELS.contains(&label.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_products() {
        for (line, count) in [
            ("2 Products", 2),
            ("Showing 2 of 2 products", 2),
            ("Sofas (22153 Produkte)", 22_153),
            ("2 Product(s) Found", 2),
            ("Showing 1–12 of 33 results", 33),
            ("1.204 Artikel", 1_204),
        ] {
            assert_eq!(counted_products(line, false), Some(count), "{line}");
        }
        for line in [
            "Compare up to 4 products",
            "1 product",
            "Our products",
            "Made of 3 items",
            "33 results",
            "10 products every tea lover needs",
            "12 Produkte im Test",
            "Plus de 500 produits",
            "",
        ] {
            assert_eq!(counted_products(line, false), None, "{line}");
        }
        assert_eq!(counted_products("2 Products", true), None, "a heading");
        assert_eq!(counted_products("Sofas (33 Produkte)", true), Some(33));
    }
}
