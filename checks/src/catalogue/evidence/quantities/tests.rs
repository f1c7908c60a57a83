//! Quantities worked out by hand.

use super::*;
use proptest::prelude::*;

fn found(text: &str, reading: Reading) -> Vec<String> {
    let mut all = Vec::new();
    quantities(text, reading, |quantity| all.push(text[quantity.text].to_owned()));
    all
}

fn plain(text: &str) -> Vec<String> {
    found(text, Reading::default())
}

#[test]
fn numbers_with_units_shares_money_and_multiples_count() {
    for (text, expected) in [
        ("It grew by 7 % and then 3.5%.", &["7", "3.5"][..]),
        ("About 40 people and 1,400 more", &["40", "1,400"]),
        ("It costs $5, or 5 €, or EUR 6.", &["5", "5", "6"]),
        ("4 million users and $2bn", &["4", "2"]),
        ("5km in 25 min at 12 km/h", &["5", "25", "12"]),
        ("1,400,000 and 12 000 people", &["1,400,000", "12 000"]),
        ("10-20 people, a 25-year-old tree, 50+ ways", &["10-20", "25", "50"]),
        ("2x faster in 3 hours", &["2", "3"]),
        ("a rise of 5 per cent", &["5"]),
        ("Die Stadt hat 1.400 Schulen und 3,5 Mio. Bücher", &["1.400", "3,5"]),
        ("12 000 habitants, soit 5 pour cent", &["12 000", "5"]),
        ("Выросло на 5 процентов, до 12 тысяч", &["5", "12"]),
        ("ارتفع بنسبة ٥٪ إلى ١٢ ألف شخص", &["٥", "١٢"]),
        ("人口は３万人で、面積は15平方キロ、8％増えた。", &["３", "15", "8"]),
        ("三百人が二十五％を占める。", &["三百", "二十五"]),
        ("增长了5％，达到1.2亿元，共30个城市。", &["5", "1.2", "30"]),
        ("인구는 1,400만 명, 약 30개 도시", &["1,400", "30"]),
        ("มีประชากร ๗๐ ล้านคน เพิ่มขึ้น 5%", &["๗๐", "5"]),
        ("भारत में 1,00,000 लोग और 5 प्रतिशत", &["1,00,000", "5"]),
        ("10時間と3か月と5年", &["10", "3", "5"]),
        ("Width: 30 1/8 \"", &["30"]),
        ("a 7-year warranty and a 5-minute walk", &["7", "5"]),
        ("some 3K users, a 9k run", &["3", "9"]),
        ("They put the crowd at 2,000, others at over 5,000.", &["2,000", "5,000"]),
        ("a shelf of 57 5/8″ or 9″", &["57", "9"]),
    ] {
        assert_eq!(plain(text), expected, "{text}");
    }
}

#[test]
fn numbers_that_name_or_date_something_do_not() {
    for text in [
        "COVID-19 spread in 2020 and 2021.",
        "The iPhone 15 is out, as is the RTX 4090 card.",
        "A 3D film in 4K over 5G",
        "ISBN 978-3-16-148410-0",
        "It is open 24/7 and closes at 10:30.",
        "Chapter 12 explains, see Fig. 14 shows, p. 45 of",
        "On March 15 we met, on 15 March we parted, on 15 de marzo too",
        "Version 1.20.3 fixes 10.0.19041 bugs",
        "from 1914-1918 and 1939–1945 on",
        "Call +49 30 901820 or 030-9018200 now",
        "as shown [12] and here.14 The B12 vitamin in H2O",
        "He said \"I have 30\" and left, on 3/5.",
        "#15 of @user12 in a_12 b",
        "in the 1980s and the 21st century, the 19th day",
        "at 5pm, 10 a.m. sharp, um 10 Uhr, à 10h30",
        "10115 Berlin",
        "1. First 2. Second 12. Third",
        "the days of web 1.0 advertising and Ridge 2.0 delivers",
        "issue 1-1 X-Force of it, and 10-K filings",
        "Download (3MB), the guide (PDF, 12 MB) and [PDF 1.2 MB]",
        "a 4K film and a 5K run",
        "3.2 Overview of it",
        "2024年3月15日10時30分に第12章を読んだ",
        "令和5年、平成30年、万一、十分、一般、三菱",
        "2024년 3월 15일 제12장",
        "Ruf 0800 1234567",
        "id 123456789 is",
        "12/05/2024 and 2024-05-12 and 12.05.2024 were",
        "1,2,3 and",
        "",
        "no number",
    ] {
        assert_eq!(plain(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_capital_before_a_number_is_no_name_where_nouns_have_them() {
    let german = "Bisher hat die Stadt 45 neue Schulen gebaut.";
    assert!(plain(german).is_empty());
    let reading = Reading { nouns_have_capitals: true, ..Reading::default() };
    assert_eq!(found(german, reading), ["45"]);
    assert!(found("Das Kapitel 12 erklärt, das iPhone 15 kann", reading).is_empty());
    assert_eq!(plain("About 45 of them left. Some 60 stayed."), ["45", "60"]);
}

#[test]
fn a_cell_may_hold_a_number_alone() {
    let cell = Reading { is_cell: true, ..Reading::default() };
    for text in ["140", "1,400", "3.5", "± 0.25", "−120"] {
        assert_eq!(found(text, cell).len(), 1, "{text}");
        assert!(plain(text).is_empty(), "{text}");
    }
    for text in ["1", "31", "2024", "12:30", "12/05/2024", "140 / 12", "0049"] {
        assert!(found(text, cell).is_empty(), "{text}");
    }
}

#[test]
fn money_is_told_and_the_same_quantity_has_one_key() {
    let mut all = Vec::new();
    quantities("$20 and 20 km, then 20 km again and USD 30", Reading::default(), |one| {
        all.push(one);
    });
    assert_eq!(all.iter().map(|one| one.is_money).collect::<Vec<_>>(), [true, false, false, true]);
    assert_eq!(all[1].key, all[2].key);
    assert_ne!(all[0].key, all[1].key);
}

#[test]
fn figures_that_somebody_found_out_are_told_from_measures_and_prices() {
    let claims = |text: &str| {
        let mut claims = Vec::new();
        quantities(text, Reading::default(), |one| {
            if one.is_claim {
                claims.push(text[one.text].to_owned());
            }
        });
        claims
    };
    for (text, expected) in [
        ("Sales rose by 7 % last year.", "7"),
        ("Some 40 percent of them agree.", "40"),
        ("It has 4 million users.", "4"),
        ("The market is worth $3 billion.", "3"),
        ("We asked 1,400 people.", "1,400"),
        ("Выросло на 5 процентов.", "5"),
        ("人口は３万人だ。", "３"),
    ] {
        assert_eq!(claims(text), [expected], "{text}");
    }
    for text in [
        "Stir for 10 minutes, then add 150 g of it.",
        "It costs $1,299, or 20 € a month.",
        "4.96 from 68 votes, and 1,204 reviews",
        "Now 50% off, a 20 % discount",
        "I am 100% sure of it.",
        "The path is 1,200 km long, and 30 people walk it.",
        "Serves 12 people in 2 hours.",
        "It mows slopes of up to 45%.",
        "Made of 60% cotton and 40% polyester.",
        "Bei Steigungen bis 35 % fährt er langsam.",
        "A 2,000-square-foot house, and 1,000 hp.",
        "Save 5% of your income, and 90 percent of your max.",
        "This cut our manual effort by 85%.",
        "It earned Taka 8,500 in a year.",
        "About 83% of the length of the hammock.",
    ] {
        assert_eq!(claims(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_letter_that_is_shorter_in_lower_case_is_a_letter() {
    // The sign of the kelvin becomes an ASCII letter.
    quantities("5 \u{212A}-x", Reading::default(), |_| {});
}

proptest! {
    #[test]
    fn any_text_is_read_and_quantities_stand_in_it_in_order(
        text in any::<String>(),
        near in "[0-9０-９٠-٩一三百万年月日%$€ .,:/–\\-kmA]{0,60}",
    ) {
        for text in [text, near] {
            let mut end = 0;
            quantities(&text, Reading { is_cell: true, ..Reading::default() }, |one| {
                assert!(one.text.start >= end && one.text.end > one.text.start);
                end = one.text.end;
                assert!(text.is_char_boundary(one.text.start) && text.is_char_boundary(end));
            });
        }
    }
}

#[test]
fn a_number_with_another_unit_is_another_quantity() {
    let keys = |text: &str| {
        let mut keys = std::collections::HashSet::new();
        quantities(text, Reading::default(), |quantity| {
            keys.insert(quantity.key);
        });
        keys.len()
    };
    assert_eq!(keys("Processor: 4 GHz. Storage: 4 GB."), 2);
    assert_eq!(keys("It needs 4 kW and 4 kWh."), 2);
    assert_eq!(keys("It takes 4 minutes or 4 min."), 1);
    assert_eq!(keys("It holds 4 GB, and 4 GB more."), 1);
}
