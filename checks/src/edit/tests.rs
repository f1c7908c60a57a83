use proptest::prelude::*;

use super::*;

/// A page in each encoding that the reading knows by heart, and one that is not sound.
fn documents() -> Vec<Vec<u8>> {
    let in_encoding = |label: &str, text: &str| {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let head = format!("<meta charset=\"{label}\">");
        [head.as_bytes(), &encoding.encode(text).0].concat()
    };
    let wide = |text: &str, little: bool| {
        let units = text.encode_utf16();
        let mark = if little { [0xFF, 0xFE] } else { [0xFE, 0xFF] };
        let bytes = units.flat_map(|unit| match little {
            true => unit.to_le_bytes(),
            false => unit.to_be_bytes(),
        });
        mark.into_iter().chain(bytes).collect()
    };
    vec![
        "<p>Tea \u{1F375} für alle\r\n</p>".as_bytes().to_vec(),
        [&b"\xEF\xBB\xBF"[..], "<p>Tä</p>".as_bytes()].concat(),
        wide("<p>Tä \u{1F375}</p>", true),
        wide("<p>Tä \u{1F375}</p>", false),
        in_encoding("windows-1252", "<p>Tä</p> für alle"),
        in_encoding("windows-1251", "<p>Чай</p> для всех"),
        in_encoding("shift_jis", "<p>お湯を</p>沸かして"),
        in_encoding("euc-jp", "<p>お湯を</p>沸かして"),
        in_encoding("iso-2022-jp", "<p>お湯を</p>沸かして"),
        in_encoding("gb18030", "<p>茶\u{1F375}</p>叶"),
        in_encoding("big5", "<p>茶</p>葉"),
        in_encoding("euc-kr", "<p>차</p>를"),
        b"<meta charset=utf-8><p>T\xE4\x80 a</p>\xC3".to_vec(),
    ]
}

/// Edits of a text, at characters, from numbers.
fn edits(text: &str, places: &[(usize, usize, String)]) -> Vec<Edit> {
    let at = |place: usize| text.floor_char_boundary(place % (text.len() + 1));
    let edit = |(start, length, new): &(usize, usize, String)| {
        let start = at(*start);
        let end = text.floor_char_boundary((start + length).min(text.len())).max(start);
        Edit::replace(start..end, new.clone())
    };
    places.iter().map(edit).collect()
}

proptest! {
    #[test]
    fn bytes_outside_the_ranges_stay(
        places in prop::collection::vec((0_usize..80, 0_usize..9, "[a-z<>\"]{0,6}"), 0..5)
    ) {
        for bytes in documents() {
            let source = Source::new(&bytes, None);
            let Ok(edits) = Edits::new(edits(source.text(), &places)) else { continue };
            let Ok(written) = source.rewrite(&edits) else { continue };
            let again = Source::new(&written, None);
            let wanted = edits.apply(source.text()).unwrap();
            prop_assert_eq!(again.text(), wanted.as_str());
            let Some((first, last)) = edits.as_slice().first().zip(edits.as_slice().last()) else {
                prop_assert_eq!(written, bytes);
                continue;
            };
            // What decodes to the text before the first range and behind the last one is there.
            let before = bytes.iter().zip(&written).take_while(|(one, other)| one == other).count();
            let kept = Source::new(&bytes[..before], None);
            prop_assert!(before >= first.range.start.min(before), "{}", kept.text());
            let behind = source.text().len() - last.range.end;
            let same = bytes.iter().rev().zip(written.iter().rev());
            let same = same.take_while(|(one, other)| one == other).count();
            prop_assert!(same >= behind.min(same) );
            prop_assert!(again.text().ends_with(&source.text()[last.range.end..]));
        }
    }

    #[test]
    fn their_order_does_not_matter(
        places in prop::collection::vec((0_usize..80, 0_usize..9, "[a-z]{0,6}"), 0..5),
        turn in 0_usize..5
    ) {
        let text = "<p>Tea for all, in the morning and at noon, with a cup of it.</p>";
        let mut turned = edits(text, &places);
        let sorted = Edits::new(turned.clone());
        let most = turned.len().max(1);
        turned.rotate_left(turn % most);
        turned.reverse();
        prop_assert_eq!(Edits::new(turned), sorted);
    }

    #[test]
    fn a_place_is_found_again(
        places in prop::collection::vec((0_usize..40, 0_usize..9, "[a-z]{0,6}"), 0..5)
    ) {
        let text = "0123456789abcdefghijklmnopqrstuvwxyzABCD";
        let Ok(edits) = Edits::new(edits(text, &places)) else { return Ok(()) };
        let after = edits.apply(text).unwrap();
        for (at, char) in after.char_indices().filter(|(_, char)| char.is_ascii_uppercase()) {
            prop_assert_eq!(text[edits.origin(at)..].chars().next(), Some(char));
        }
    }

    #[test]
    fn tags_are_places_of_the_text(html in "(<[a-z]{1,3}|/?>| [a-z]{1,3}=?|\"|'|<!--|-->|</[a-z]{1,3}>|ä|\n){0,24}") {
        let tags = Tags::of(&html);
        let mut from = 0;
        for piece in &tags.pieces {
            let range = piece.range();
            prop_assert_eq!(range.start, from);
            from = range.end;
            if let Piece::Tag(tag) = piece {
                for attribute in &tag.attributes {
                    prop_assert!(attribute.range.start > tag.range.start);
                    prop_assert!(attribute.range.end < tag.range.end);
                    let inside = attribute.inside.clone().map(|range| &html[range]);
                    prop_assert_eq!(inside.unwrap_or_default(), attribute.value.as_str());
                }
            }
        }
        prop_assert_eq!(from, html.len());
    }
}

#[test]
fn every_encoding_takes_an_edit_in_the_middle() {
    for bytes in documents() {
        let source = Source::new(&bytes, None);
        let at = source.text().find("<p>").unwrap();
        let edits = Edits::new(vec![
            Edit::replace(at..at + 3, "<p class=\"tea\">"),
            Edit::insert(source.text().find("</p>").unwrap(), "!"),
        ]);
        let Ok(written) = source.rewrite(&edits.unwrap()) else {
            // Behind its characters this encoding is in another state: refused, never garbled.
            assert!(source.text().contains("iso-2022-jp"), "{}", source.text());
            continue;
        };
        let again = Source::new(&written, None);
        assert!(again.text().contains("<p class=\"tea\">"), "{}", again.text());
        assert!(again.text().contains("!</p>"), "{}", again.text());
        let start = bytes.iter().zip(&written).take_while(|(one, other)| one == other).count();
        assert!(start >= at.min(source.text().len()) / 2, "the beginning stays");
        assert_eq!(written.last(), bytes.last());
    }
}

#[test]
fn what_overlaps_is_refused() {
    let new = |edits: &[Edit]| Edits::new(edits.to_vec()).is_ok();
    assert!(new(&[Edit::delete(0..3), Edit::insert(3, "a"), Edit::delete(3..4)]));
    assert!(new(&[Edit::insert(0, "a"), Edit::delete(0..3)]));
    assert!(!new(&[Edit::delete(0..3), Edit::insert(2, "a")]));
    assert!(!new(&[Edit::delete(0..3), Edit::delete(2..4)]));
    let twice = Edits::new(vec![Edit::insert(1, "a"), Edit::insert(1, "a")]).unwrap();
    assert_eq!(twice.apply("bc").unwrap(), "bac");
}

#[test]
fn what_the_encoding_has_no_form_for_is_refused() {
    let bytes = b"<meta charset=windows-1252><p>T\xE4</p>";
    let source = Source::new(bytes, None);
    let with = |text: &str| source.rewrite(&Edits::new(vec![Edit::insert(27, text)]).unwrap());
    assert_eq!(with("茶"), Err(Refusal::Unwritable));
    assert_eq!(with("ö").unwrap()[27], 0xF6);
    let outside = Edits::new(vec![Edit::insert(99, "a")]).unwrap();
    assert_eq!(source.rewrite(&outside), Err(Refusal::OutOfText));
    // Another charset would turn the rest into another text.
    assert_eq!(with("<meta charset=utf-8>").err(), None);
    let other = Edits::new(vec![Edit::replace(14..26, "utf-8")]).unwrap();
    assert_eq!(source.rewrite(&other), Err(Refusal::Unstable));
}

#[test]
fn attributes_are_found_as_they_are_written() {
    let html = "<A HREF='x' b=c disabled data-x = \"1 &amp; 2\" e=>";
    let tags = Tags::of(html);
    let (_, tag) = tags.first("a").unwrap();
    let written: Vec<&str> = tag.attributes.iter().map(|own| &html[own.range.clone()]).collect();
    assert_eq!(written, ["HREF='x'", "b=c", "disabled", "data-x = \"1 &amp; 2\"", "e="]);
    assert_eq!(tag.value("data-x"), "1 & 2");
    assert_eq!(tag.attribute("href").unwrap().quote, Some('\''));
    let script = Tags::of("<script>if (a < b) '<p>'</script><p>");
    assert_eq!(script.inside(0), Some(8..24));
    assert_eq!(script.tags().count(), 3);
}
