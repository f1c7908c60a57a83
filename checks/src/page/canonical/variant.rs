//! Whether an address is a variant of the one that its canonical names: of one document both, and
//! the canonical is the better name of it.

use url::Url;

use crate::page::text::bare_words;

/// What differs where both addresses have the ID of the page.
pub(crate) const ANOTHER_SLUG_OF_ID: &str = "another slug for the same ID";
/// The most parts of a path, and words of a slug, that are looked at.
const PARTS_MAX: usize = 64;
/// The fewest digits of a number that names a document.
const ID_DIGITS: usize = 5;
/// The fewest characters of a name of letters and digits that a program made.
const MADE_CHARACTERS: usize = 8;
/// The fewest words of a slug by which a title is told.
const SLUG_WORDS: usize = 2;
/// The fewest words of a slug that name the document, whatever ID follows them.
const NAMING_WORDS: usize = 3;

/// The most letters of the ending of an ID: `.p`.
const ENDING_LETTERS: usize = 2;

/// Names of path parameters that hold a session.
const SESSIONS: [&str; 6] = ["jsessionid", "phpsessid", "sessionid", "session_id", "sid", "s"];
/// Names of path segments, and of parameters in them, that say where a visitor came from.
const TRACKING: [&str; 6] = ["ref", "src", "from", "gclid", "fbclid", "srsltid"];

/// Whether a part of a path is of some sort.
type Sort = fn(&str) -> bool;

/// What makes one path a variant of another.
pub(super) fn of_path(page: &str, target: &str) -> Option<&'static str> {
    let (ours, theirs) = (segments(page), segments(target));
    const CAUSES: [(&str, Sort); 3] = [
        ("a session ID in the path", is_session),
        ("a tracking parameter in the path", is_tracking),
        ("a comments page", is_of_comments),
    ];
    let dropped = CAUSES.iter().find(|(_, is_extra)| without(&ours, *is_extra) == theirs);
    let dropped = dropped.map(|(cause, _)| *cause);
    let is_moved = || last_id(&ours).is_some_and(|id| last_id(&theirs) == Some(id));
    dropped
        .or_else(|| is_moved().then_some(ANOTHER_SLUG_OF_ID))
        .or_else(|| is_listed_anew(&ours, &theirs).then_some("another ID after the same slug"))
}

/// Whether nothing but IDs differs in paths whose slug says what the document is, as those of the
/// sizes and sellers of one product.
fn is_listed_anew(ours: &[&str], theirs: &[&str]) -> bool {
    let names = |segment: &&str| naming_words(segment) >= NAMING_WORDS;
    let without_ids = |segments: &[&str]| -> Vec<String> {
        let kept = segments.iter().map(|segment| words(segment).filter(|word| !is_id(word)));
        kept.map(|kept| kept.collect::<Vec<_>>().join("-")).collect()
    };
    (ours.iter().any(names) && without_ids(ours) == without_ids(theirs))
        || is_numbered_anew(ours, theirs)
}

/// Whether both end in the same slug and an ID each, as products do in the shop that moves them to
/// other addresses: `/site/cast-iron-skillet/6582841.p`.
fn is_numbered_anew(ours: &[&str], theirs: &[&str]) -> bool {
    let ([.., slug, id], [.., other_slug, other_id]) = (ours, theirs) else { return false };
    naming_words(slug) >= NAMING_WORDS
        && slug == other_slug
        && is_bare_id(id)
        && is_bare_id(other_id)
}

/// Whether a path holds the name that a program gave the document.
pub(super) fn has_id(path: &str) -> bool {
    last_id(&segments(path)).is_some()
}

/// Whether a path ends in a slug that says what the document is.
pub(super) fn ends_in_naming_slug(path: &str) -> bool {
    segments(path).last().is_some_and(|last| naming_words(last) >= NAMING_WORDS)
}

fn naming_words(segment: &str) -> usize {
    words(segment).filter(|word| !is_id(word)).count()
}

/// Whether the canonical has the ID that a program gave the document in place of its slug.
pub(super) fn is_id_instead(page: &Url, target: &Url) -> bool {
    let (page, target) = (page.path().to_lowercase(), target.path().to_lowercase());
    let (ours, theirs) = (segments(&page), segments(&target));
    let (Some(ours), Some(theirs)) = (ours.last(), theirs.last()) else { return false };
    let has_slug = naming_words(ours) >= SLUG_WORDS && !words(ours).any(is_id);
    has_slug && is_bare_id(theirs)
}

/// A UUID, or an ID with at most an ending beside it: `6582841.p`, `p-182014527`.
fn is_bare_id(segment: &str) -> bool {
    const UUID: [usize; 5] = [8, 4, 4, 4, 12];
    let lengths = segment.split('-').map(str::len);
    let is_hex = |char: char| char.is_ascii_hexdigit() || char == '-';
    (lengths.eq(UUID) && segment.chars().all(is_hex))
        || (words(segment).any(is_id)
            && words(segment).all(|word| is_id(word) || word.len() <= ENDING_LETTERS))
}

/// Whether the title or a heading of the page has the words of the canonical's name, and says as
/// much of it as of our own: then it is this document that moved there. A canonical that names
/// another one, or the home page, is none.
pub(super) fn is_named_by(names: &str, page: &Url, target: &Url) -> bool {
    let names = names.to_lowercase();
    let told_words: Vec<&str> = words(&names).collect();
    let (ours, theirs) = (slug(page), slug(target));
    let is_told = |slug: &str, word: &str| {
        // Many systems cut a slug off at a length.
        let is_cut = || words(slug).last() == Some(word);
        told_words.contains(&word)
            || (is_cut() && told_words.iter().any(|whole| whole.starts_with(word)))
    };
    let told = |slug: &str| words(slug).filter(|word| is_told(slug, word)).count();
    // What both have says nothing of the difference, and neither do codes beside enough words.
    let shared = |word: &&str| words(&ours).any(|own| own == *word);
    let is_code = |word: &&str| {
        word.bytes().any(|byte| byte.is_ascii_digit())
            && word.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    let (mut wanted, mut named) = (0, 0);
    for word in words(&theirs).filter(|word| !is_id(word)) {
        wanted += usize::from(!shared(&word) && !is_code(&word));
        named += usize::from(is_told(&theirs, word));
        if !is_told(&theirs, word) && !shared(&word) && !is_code(&word) {
            return false;
        }
    }
    let is_unsaid = |word: &str| is_code(&word) && !shared(&word) && !is_told(&theirs, word);
    let least = if words(&theirs).any(is_unsaid) { NAMING_WORDS } else { SLUG_WORDS };
    let is_slug = (wanted > 0 && named >= least) || is_heading(&names, &theirs);
    is_slug && told(&theirs) >= told(&ours)
}

/// Whether a slug of a single word is all that a heading says, but for one word: "Collection:
/// Sennheiser".
fn is_heading(names: &str, slug: &str) -> bool {
    const BESIDE: usize = 1;
    let mut headings = names.lines().skip(1);
    naming_words(slug) == 1
        && headings.any(|heading| {
            let count = words(heading).count();
            words(heading).any(|word| word == slug) && count <= 1 + BESIDE
        })
}

/// Whether the canonical's name is one word of the page's own, in another part of the site: the page of
/// a brand at the address of one of its products.
pub(super) fn is_broader(page: &Url, target: &Url) -> bool {
    let (ours, theirs) = (slug(page), slug(target));
    let parts = [page.path(), target.path()].map(|path| path.to_lowercase());
    let [own, other] = [&parts[0], &parts[1]].map(|path| segments(path));
    let is_elsewhere = own.len() > 1 && other.len() > 1 && own.first() != other.first();
    is_elsewhere
        && words(&theirs).count() == 1
        && words(&ours).count() > 1
        && words(&ours).any(|word| word == theirs)
}

fn segments(path: &str) -> Vec<&str> {
    path.split('/').filter(|segment| !segment.is_empty()).take(PARTS_MAX).collect()
}

/// The segments without those, or those ends of them behind a semicolon, that add nothing.
fn without<'a>(segments: &[&'a str], is_extra: Sort) -> Vec<&'a str> {
    let bare = segments.iter().filter(|segment| !is_extra(segment));
    bare.map(|segment| match segment.split_once(';') {
        Some((name, parameter)) if is_extra(parameter) => name,
        _ => segment,
    })
    .collect()
}

fn is_session(part: &str) -> bool {
    let name = part.split('=').next().unwrap_or_default();
    // ASP.NET writes `(S(lit3py55t21z5v55vlm25s55))`.
    (part.contains('=') && SESSIONS.contains(&name))
        || (part.starts_with("(s(") && part.ends_with("))"))
}

fn is_tracking(part: &str) -> bool {
    let name = part.split('=').next().unwrap_or_default();
    part.contains('=') && (TRACKING.contains(&name) || name.starts_with("utm_"))
}

fn is_of_comments(part: &str) -> bool {
    let number = part.strip_prefix("comment-page-").or(part.strip_prefix("comment-"));
    part == "comments" || number.is_some_and(|number| number.parse::<u64>().is_ok())
}

/// The last name in a path that a program gave the document.
fn last_id<'a>(segments: &[&'a str]) -> Option<&'a str> {
    segments.iter().rev().flat_map(|segment| words(segment)).find(|word| is_id(word))
}

/// A long number that is no day, or letters and digits mixed as no word has them.
fn is_id(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_day = || word.len() == 8 && (word.starts_with("19") || word.starts_with("20"));
    let is_mixed = || {
        let first = word.bytes().position(|byte| byte.is_ascii_digit());
        let last = word.bytes().rposition(|byte| byte.is_ascii_alphabetic());
        word.len() >= MADE_CHARACTERS && digits > 1 && first < last
    };
    match digits == word.len() {
        true => digits >= ID_DIGITS && !is_day(),
        false => digits > 0 && is_mixed(),
    }
}

/// The last segment of a path that says something, without the end that names a kind of file.
fn slug(url: &Url) -> String {
    let path = url.path().to_lowercase();
    let last = segments(&path).last().copied().unwrap_or_default();
    last.rsplit_once('.').map_or(last, |(stem, _)| stem).to_owned()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    bare_words(text).take(PARTS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_path_has_too_much_makes_it_a_variant() {
        for (page, target, cause) in [
            ("/a/b;jsessionid=0a1b", "/a/b", Some("a session ID in the path")),
            ("/(s(lit3py55))/a", "/a", Some("a session ID in the path")),
            ("/a/b/ref=sr_1_1", "/a/b", Some("a tracking parameter in the path")),
            ("/a/b/comment-page-2", "/a/b/", Some("a comments page")),
            ("/a/b/comments", "/a/b", Some("a comments page")),
            (
                "/news/old-words-126062150.html",
                "/news/new-words-126062150.html",
                Some("another slug for the same ID"),
            ),
            (
                "/p/cast-iron-skillet/-/a-89287867",
                "/p/cast-iron-skillet/-/a-10291923",
                Some("another ID after the same slug"),
            ),
            (
                "/site/cast-iron-skillet/6582841.p",
                "/product/cast-iron-skillet/jjgxp2vv5l",
                Some("another ID after the same slug"),
            ),
            ("/site/cast-iron-skillet/6582841.p", "/product/cast-iron-kettle/jjgxp2vv5l", None),
            ("/site/cast-iron-skillet/6582841.p", "/product/cast-iron-skillet/reviews", None),
            ("/p/iron-skillet/-/a-89287867", "/p/iron-skillet/-/a-10291923", None),
            ("/p/cast-iron-skillet/-/a-89287867", "/p/cast-iron-skillet", None),
            ("/a/b/page/2", "/a/b", None),
            ("/forum-12345/thread-67890", "/forum-12345/thread-11111", None),
            ("/2024/05/tea", "/2024/05/coffee", None),
            ("/20240501/tea", "/20240501/coffee", None),
            ("/covid19-tests", "/covid19-masks", None),
            ("/guide/comments-on-tea", "/guide", None),
            ("/a", "/", None),
        ] {
            assert_eq!(of_path(page, target), cause, "{page} {target}");
        }
    }

    #[test]
    fn an_id_may_stand_for_the_slug() {
        let is_instead = |page: &str, target: &str| {
            let url = |path| Url::parse(&format!("https://www.example.com{path}")).unwrap();
            is_id_instead(&url(page), &url(target))
        };
        assert!(is_instead("/shows/tea-news", "/shows/49d395c5-2720-41bb-bc72-07c3f3ee8f73"));
        assert!(is_instead("/p/tea-is-good", "/home/post/p-182014527"));
        assert!(!is_instead("/forum-12345/thread-67890", "/forum-12345/thread-11111"));
        assert!(!is_instead("/p/tea-is-good", "/p/coffee-182014527"));
        assert!(!is_instead("/tea", "/49d395c5-2720-41bb-bc72-07c3f3ee8f73"));
        assert!(!is_instead("/p/tea-is-good", "/"));
    }

    #[test]
    fn a_moved_document_is_known_by_its_title() {
        let is_named = |title: &str, page: &str, target: &str| {
            let url = |path| Url::parse(&format!("https://www.example.com{path}")).unwrap();
            is_named_by(title, &url(page), &url(target))
        };
        assert!(is_named("Green tea guide - Example", "/p/tea", "/guides/green-tea"));
        assert!(is_named("Sofas & Sectionals", "/cat/sofas-fu003", "/cat/sofas-sectionals-48392"));
        assert!(is_named(
            "Who drinks tea at breakfast?",
            "/chat",
            "/3c5c944d-who-drinks-tea-at-br"
        ));
        assert!(!is_named("Who drinks tea at breakfast?", "/chat", "/who-drinks-coffee-at-br"));
        // The heading names it, and what both slugs have says nothing.
        let sofas = "Modern Sofas\nSofas & sectionals";
        assert!(is_named(sofas, "/cat/sofas-fu003", "/cat/sofas-sectionals-fu003"));
        let shirt = "Example Arrival T-Shirt - Black | Example\nArrival T-Shirt";
        assert!(is_named(shirt, "/", "/products/example-arrival-t-shirt-black-ss22"));
        let brand = "Shop Example Brand with 365-Day Returns\nCollection: Leafwell";
        assert!(is_named(brand, "/products/leafwell-hd-600", "/collections/leafwell"));
        assert!(!is_named("Leafwell HD 600\nLeafwell HD 600", "/p/leafwell-hd-600", "/leafwell"));
        for (title, page, target) in [
            ("Green tea guide", "/guides/green-tea", "/"),
            ("Green tea guide", "/guides/green-tea", "/guides"),
            ("Green tea guide", "/guides/green-tea", "/guides/black-tea"),
            ("Tea, part 2", "/guides/tea-part-2", "/guides/tea-part-1"),
            ("Kettle 15 Pro", "/kettle-15-pro", "/kettle-15"),
            ("", "/guides/green-tea", "/guides/green-tea-2"),
        ] {
            assert!(!is_named(title, page, target), "{title} {page} {target}");
        }
    }
}
