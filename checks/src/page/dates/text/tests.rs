use proptest::prelude::*;

use super::months::NAMES;
use super::*;

#[test]
fn a_month_may_bear_both_its_names() {
    let day = |text: &str| DatedText::new(text).first_day("ar").map(|day| day.to_string());
    assert_eq!(day("الأربعاء، 28 آب/اغسطس 2013، آخر تحديث 14:00").as_deref(), Some("2013-08-28"));
    assert_eq!(day("28 آب/سبتمبر 2013"), None, "they are two months");
}

fn shows(text: &str, language: &str) -> bool {
    let day = NaiveDate::from_ymd_opt(2024, 3, 5).unwrap();
    DatedText::new(text).shows(day, language)
}

#[test]
fn a_known_day_is_found_as_people_write_it() {
    for (text, language) in [
        ("Posted on March 5, 2024 by Jane", "en"),
        ("Mar. 5th, 2024", "en"),
        ("| Tue Mar. 5, 2024 1:04 PM PDT", "en"),
        ("5 March 2024", "en"),
        ("the 5th of March 2024", "en"),
        ("03/05/2024", "en"),
        ("05.03.24", "de"),
        ("Stand: 5. März 2024, 10 Uhr", "de"),
        ("5. Mrz. 2024", "de"),
        ("le 5 mars 2024", "fr"),
        ("5 de marzo de 2024", "es"),
        ("5 de março de 2024", "pt"),
        ("5 marca 2024", "pl"),
        ("5 марта 2024 г.", "ru"),
        ("2024. március 5.", "hu"),
        ("5. maaliskuuta 2024", "fi"),
        ("2024年3月5日 10:00", "ja"),
        ("２０２４年３月５日", "ja"),
        ("2024년 3월 5일", "ko"),
        ("5 มีนาคม 2567", "th"),
        ("٥ مارس ٢٠٢٤", "ar"),
        ("5 मार्च 2024", "hi"),
        ("5 Μαρτίου 2024", "el"),
        ("5. mars 2024", "nn"),
        ("2024-03-05T10:00", "sw"),
    ] {
        assert!(shows(text, language), "{text}");
    }
}

#[test]
fn another_day_is_not_taken_for_it() {
    for (text, language) in [
        ("March 6, 2024", "en"),
        ("March 5, 2023", "en"),
        ("March 2024", "en"),
        ("May 5, 2024", "en"),
        ("Ma 5, 2024", "en"),
        ("15.03.2024", "de"),
        ("5 cups of tea, March to June 2024", "en"),
        ("5 mars 2024", "de"),
        ("© 2024", "en"),
        ("", "en"),
    ] {
        assert!(!shows(text, language), "{text}");
    }
}

#[test]
fn a_day_of_which_nothing_is_known_is_read_where_it_can_mean_one_only() {
    for (text, language, expected) in [
        ("By Jane, March 5, 2024, 3 min", "en", Some("2024-03-05")),
        ("Tea 2023 5th of March 2024", "en", Some("2024-03-05")),
        ("Stand: 5. März 2024", "de", Some("2024-03-05")),
        ("5 de marzo de 2024", "es", Some("2024-03-05")),
        ("Publié le 5 mars 2024", "fr", Some("2024-03-05")),
        ("2024年3月5日", "ja", Some("2024-03-05")),
        ("发布于 2024-03-05 10:00", "zh", Some("2024-03-05")),
        ("2024년 3월 5일", "ko", Some("2024-03-05")),
        ("5 มีนาคม 2567", "th", Some("2024-03-05")),
        ("5 марта 2024 г.", "ru", Some("2024-03-05")),
        ("٥ مارس ٢٠٢٤", "ar", Some("2024-03-05")),
        ("03/04/2024", "en", None),
        ("15/03/2024", "en", Some("2024-03-15")),
        ("03/15/2024", "en", Some("2024-03-15")),
        ("5.3.2024", "de", Some("2024-03-05")),
        ("05/03/2024", "fr", Some("2024-03-05")),
        ("05/03/2024", "ka", None),
        ("© 2024, 3 cups, May", "en", None),
        ("February 30, 2024", "en", None),
        ("March 5, 1824", "en", None),
        ("5 მარტი 2024", "ka", None),
    ] {
        let day = DatedText::new(text).first_day(language).map(|day| day.to_string());
        assert_eq!(day.as_deref(), expected, "{text}");
    }
}

#[test]
fn a_day_that_can_mean_two_is_one_that_is_shown() {
    for (text, expected) in [
        ("03/04/2024", true),
        ("3.4.2024", true),
        ("March 5, 2024", true),
        ("13/14/2024", false),
        ("© 2024", false),
        ("3/09/15 8:00am", true),
        ("8 9 10 11 12", false),
        ("before 1.1.16 and 1.0.13 am", false),
        ("3 4", false),
        ("", false),
    ] {
        assert_eq!(DatedText::new(text).shows_any_day("en"), expected, "{text}");
    }
    assert!(knows_months("nn") && !knows_months("ka"));
}

#[test]
fn two_digits_are_a_year_where_numbers_are_joined_as_a_date() {
    for (text, language, region, expected) in [
        ("01/25/26", "en", None, Some("2026-01-25")),
        ("25/01/26", "en", None, Some("2026-01-25")),
        ("Posted 01/05/26 by Jane", "en", None, None),
        ("01/05/26", "en", Some("US"), Some("2026-01-05")),
        ("01/05/26", "en", Some("GB"), Some("2026-05-01")),
        ("01/05/26", "en", Some("CA"), None),
        ("05.03.24", "de", None, Some("2024-03-05")),
        ("05.03.24", "en", None, None),
        ("24/03/05", "ja", None, Some("2024-03-05")),
        ("12-25-98", "en", None, Some("1998-12-25")),
        ("1-2-26", "en", Some("US"), None),
        ("01/25/26/3", "en", None, None),
        ("3/01/25/26", "en", None, None),
        ("01/25-26", "en", None, None),
        ("01 25 26", "en", None, None),
        ("01/25/2026", "en", None, Some("2026-01-25")),
        ("01/25/75", "en", None, None),
        ("31/31/26", "en", None, None),
        ("12/25/26 25/12/26", "en", None, Some("2026-12-25")),
    ] {
        let day = DatedText::new(text).first_day(Locale::new(language, region));
        assert_eq!(day.map(|day| day.to_string()).as_deref(), expected, "{text} {region:?}");
    }
    assert!(DatedText::new("Posted 01/05/26").shows_any_day("en"));
    assert!(!DatedText::new("call 01-25-2600").shows_any_day("en"));
}

#[test]
fn a_row_of_small_words_is_no_date_and_takes_no_time() {
    let text = format!("5 {} March 2024", "de ".repeat(200_000));
    assert!(!shows(&text, "es"));
    assert_eq!(DatedText::new(&text).first_day("es"), None);
}

#[test]
fn every_language_has_twelve_months_that_are_told_apart() {
    for (language, months) in &NAMES.months {
        for (place, names) in months.iter().enumerate() {
            let day = NaiveDate::from_ymd_opt(2024, u32::try_from(place).unwrap() + 1, 9).unwrap();
            for name in names {
                assert_eq!(*name, name.to_lowercase(), "{language}");
                let text = DatedText::new(&format!("9 {name} 2024"));
                assert!(text.shows(day, language), "{language} {name}");
            }
        }
    }
}

proptest! {
    #[test]
    fn never_panics(text in any::<String>(), near in "[0-9年月日mMarch ./,-]{0,40}") {
        for text in [text, near] {
            let _ = shows(&text, "en");
            let _ = DatedText::new(&text).shows_any_day("th");
        }
    }
}

#[test]
fn three_short_numbers_with_stops_are_a_version() {
    let first = |text: &str| DatedText::new(text).first_day("pt").map(|day| day.to_string());
    assert_eq!(first("Disponível desde a versão 2.4.17"), None);
    assert!(!DatedText::new("Disponível desde a versão 2.4.17").shows_any_day("pt"));
    assert_eq!(first("Publicado em 02.04.17").as_deref(), Some("2017-04-02"));
    assert_eq!(first("Publicado em 2.4.2017").as_deref(), Some("2017-04-02"));
}

#[test]
fn a_version_beside_a_year_in_brackets_is_no_date() {
    let first = |text: &str| DatedText::new(text).first_day("en").map(|day| day.to_string());
    for (text, day) in [
        ("Version 3.14 (2016-08-08)", Some("2016-08-08")),
        ("Changes since 3.8.8 (2015-01-16)", Some("2015-01-16")),
        ("Version 3.14 (2016)", None),
        ("Since 2016 (3.14)", None),
        ("Released (14.3.2016)", Some("2016-03-14")),
    ] {
        assert_eq!(first(text).as_deref(), day, "{text}");
    }
}

#[test]
fn the_month_in_the_url_tells_how_a_day_of_numbers_is_meant() {
    let first = |text: &str, filed: Option<(i32, u32)>| {
        let locale = Locale::new("en", None).filed(filed);
        DatedText::new(text).first_day(locale).map(|day| day.to_string())
    };
    let june = Some((2013, 6));
    assert_eq!(first("06.05.13", june).as_deref(), Some("2013-06-05"));
    assert_eq!(first("05/06/2013", june).as_deref(), Some("2013-06-05"));
    assert_eq!(first("Version 06.05.14", june), None, "of another year");
    assert_eq!(first("07.05.13", june), None, "of another month");
    assert_eq!(first("06.05.13", None), None);
    assert_eq!(first("06/05/2013", None), None);
}
