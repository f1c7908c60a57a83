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
    let mut counts = false;
    let mut sorts = false;
    for line in lines().filter(|line| line.len() <= LINE_BYTES) {
        counts |= counts_products(line);
        sorts |= names_order(line);
    }
    let prices = || {
        let lines = lines().filter(|line| line.len() <= PRICE_BYTES);
        lines.filter(|line| names_price(line)).count()
    };
    (counts && prices() >= PRICES) || (sorts && prices() >= SORTED_PRICES)
}

/// Whether a line says how many products there are: “33 products”, “Sofas (22153 Produkte)”,
/// “Showing 1–12 of 33 results”.
fn counts_products(line: &str) -> bool {
    /// What stands before the number, if it does not begin the line.
    const BEFORE: [&str; 8] = ["of", "von", "sur", "de", "di", "van", "z", "av"];
    // Most lines count nothing, and are not taken apart.
    if !line.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let words: Vec<String> = line
        .split_whitespace()
        .map(|word| word.trim_matches(|char: char| !char.is_alphanumeric()).to_lowercase())
        .collect();
    let is_bracketed =
        |at: usize| line.split_whitespace().nth(at).is_some_and(|word| word.starts_with('('));
    words.windows(2).enumerate().any(|(at, pair)| {
        let number = pair[0].replace(['.', ','], "").parse::<u32>();
        let is_counted = number.is_ok_and(|number| number > 1);
        let is_of = at > 1 && BEFORE.contains(&words[at - 1].as_str());
        let is_named = (PRODUCTS.contains(&pair[1].as_str()) || pair[1] == "product(s")
            && (at == 0 || is_of || is_bracketed(at));
        let is_part = is_of
            && line
                .split(|char: char| !char.is_ascii_digit())
                .filter(|one| !one.is_empty())
                .count()
                > 1;
        is_counted && (is_named || (is_part && RESULTS.contains(&pair[1].as_str())))
    })
}

/// Whether a line is the label of a control that sorts what is below.
fn names_order(line: &str) -> bool {
    const LABELS: [&str; 10] = [
        "sort by",
        "sort",
        "sortieren nach",
        "sortierung",
        "trier par",
        "ordenar por",
        "ordina per",
        "sorteren op",
        "sorteer op",
        "sortera",
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
        for line in [
            "2 Products",
            "Showing 2 of 2 products",
            "Sofas (22153 Produkte)",
            "2 Product(s) Found",
            "Showing 1–12 of 33 results",
            "1.204 Artikel",
        ] {
            assert!(counts_products(line), "{line}");
        }
        for line in [
            "Compare up to 4 products",
            "1 product",
            "Our products",
            "Made of 3 items",
            "33 results",
            "",
        ] {
            assert!(!counts_products(line), "{line}");
        }
    }
}
