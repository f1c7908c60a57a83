//! Signs and codes of money.

/// General category Sc.
pub(super) fn is_currency_sign(char: char) -> bool {
    matches!(char,
        '$' | '\u{A2}'..='\u{A5}' | '\u{58F}' | '\u{60B}' | '\u{7FE}' | '\u{7FF}' | '\u{9F2}'
        | '\u{9F3}' | '\u{9FB}' | '\u{AF1}' | '\u{BF9}' | '\u{E3F}' | '\u{17DB}'
        | '\u{20A0}'..='\u{20C0}' | '\u{A838}' | '\u{FDFC}' | '\u{FE69}' | '\u{FF04}' | '\u{FFE0}'
        | '\u{FFE1}' | '\u{FFE5}' | '\u{FFE6}')
}

/// Codes of money (ISO 4217) that pages write.
pub(super) fn is_currency_code(word: &str) -> bool {
    matches!(
        word,
        "EUR"
            | "USD"
            | "GBP"
            | "CHF"
            | "JPY"
            | "CNY"
            | "RMB"
            | "INR"
            | "KRW"
            | "AUD"
            | "CAD"
            | "NZD"
            | "SEK"
            | "NOK"
            | "DKK"
            | "PLN"
            | "CZK"
            | "RUB"
            | "TRY"
            | "BRL"
            | "MXN"
            | "ZAR"
            | "AED"
            | "SAR"
            | "THB"
            | "IDR"
            | "VND"
            | "HKD"
            | "SGD"
            | "TWD"
            | "HUF"
            | "ILS"
            | "UAH"
            | "Rs"
            | "RM"
            | "Tk"
            | "Taka"
            | "BDT"
            | "PKR"
            | "NGN"
            | "KES"
            | "PHP"
            | "kr"
            | "Kč"
            | "zł"
            | "руб"
            | "грн"
    )
}
