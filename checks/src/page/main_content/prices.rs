//! Texts that name a price.

/// The signs of currencies.
const SIGNS: [char; 13] = ['$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₴', '₫', '฿', '₪', '₱'];
/// What stands beside a number instead of a sign.
const CODES: [&str; 11] = ["kr", "kr.", "zł", "Kč", "Ft", "lei", "USD", "EUR", "CHF", "GBP", "R$"];

/// Whether a number stands beside a currency.
pub(in crate::page) fn names_price(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    let mut before = "";
    while let Some(word) = words.next() {
        let after = words.peek().copied().unwrap_or_default();
        let is_beside_number = || before.ends_with(is_digit) || after.starts_with(is_digit);
        if is_price(word) || (is_currency(word) && is_beside_number()) {
            return true;
        }
        before = word;
    }
    false
}

fn is_digit(sign: char) -> bool {
    sign.is_ascii_digit()
}

fn is_price(word: &str) -> bool {
    word.contains(SIGNS) && word.contains(is_digit)
}

fn is_currency(word: &str) -> bool {
    CODES.contains(&word) || (!word.is_empty() && word.chars().all(|sign| SIGNS.contains(&sign)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_a_number_beside_a_currency() {
        for price in ["$19.99", "now $ 5", "749,00 €", "1 299 kr", "99 zł", "CHF 12", "From £3"]
        {
            assert!(names_price(price), "{price}");
        }
        for other in ["", "12 pots", "kr", "the $ sign", "USD and EUR", "2026"] {
            assert!(!names_price(other), "{other}");
        }
    }
}
