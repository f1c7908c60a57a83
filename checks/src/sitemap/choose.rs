//! Which of many sitemaps most likely lists a page, by their names alone.

use std::collections::HashSet;

use url::Url;

/// A word of the page's path stands in the sitemap's name.
const SHARED_WORD: i32 = 4;
/// A word of the name means the same kind of page as a word of the path.
const SHARED_KIND: i32 = 2;
/// The sitemap is named after pages in general.
const GENERAL: i32 = 1;
/// It is named after something that pages are not, or that holds the newest only.
const SIDE: i32 = -2;

/// Words for one kind of page in paths and in the names that publishing systems give their sitemaps.
const KINDS: [&[&str]; 5] = [
    &["blog", "post", "posts", "article", "articles", "news", "story", "stories", "insights"],
    &["product", "products", "shop", "store", "item", "items", "p"],
    &["category", "categories", "collection", "collections", "tag", "tags", "topic", "topics"],
    &["author", "authors", "people", "team", "profile", "profiles", "users", "user"],
    &["doc", "docs", "documentation", "help", "support", "guide", "guides", "kb"],
];

/// Words for pages in general.
const GENERAL_WORDS: [&str; 4] = ["page", "pages", "main", "static"];

/// Words for what lists no pages, or the newest only.
const SIDE_WORDS: [&str; 6] = ["image", "images", "video", "videos", "news", "feed"];

/// Words that every sitemap may have in its name.
const MEANINGLESS: [&str; 9] =
    ["sitemap", "sitemaps", "site", "map", "index", "xml", "gz", "txt", "php"];

/// What the page's address says about where it may be listed.
#[derive(Clone, Debug)]
pub(super) struct PageWords(HashSet<String>);

impl PageWords {
    /// The words of the paths of these addresses, and the language of the page.
    pub(super) fn of(addresses: &[Url], language: Option<&str>) -> Self {
        let mut all: HashSet<String> =
            addresses.iter().flat_map(|address| words(address.path())).collect();
        all.extend(language.into_iter().flat_map(words));
        Self(all)
    }

    /// How likely that sitemap lists the page; more is likelier.
    pub(super) fn likelihood(&self, sitemap: &Url) -> i32 {
        let name: Vec<String> =
            words(sitemap.path()).filter(|word| !MEANINGLESS.contains(&word.as_str())).collect();
        let mut likelihood = 0;
        for word in &name {
            let shared = self.0.contains(word);
            let kind = KINDS.iter().find(|kind| kind.contains(&word.as_str()));
            let same_kind = kind.is_some_and(|kind| kind.iter().any(|word| self.0.contains(*word)));
            likelihood += match word.as_str() {
                _ if shared => SHARED_WORD,
                word if SIDE_WORDS.contains(&word) => SIDE,
                _ if same_kind => SHARED_KIND,
                word if GENERAL_WORDS.contains(&word) => GENERAL,
                _ => 0,
            };
        }
        likelihood
    }
}

/// Words and numbers of a path in lower case; the number at the end of a word is none of it, since
/// `post-sitemap2.xml` goes on where `post-sitemap.xml` ends.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|character: char| !character.is_alphanumeric())
        .map(|word| match word.trim_end_matches(|character: char| character.is_ascii_digit()) {
            "" => word,
            bare => bare,
        })
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in the order in which they would be read.
    fn order(page: &str, language: Option<&str>, names: &[&'static str]) -> Vec<&'static str> {
        let page = [Url::parse(&format!("https://example.com{page}")).unwrap()];
        let words = PageWords::of(&page, language);
        let mut names = names.to_vec();
        names.sort_by_key(|name| {
            let url = Url::parse(&format!("https://example.com/{name}")).unwrap();
            -words.likelihood(&url)
        });
        names
    }

    #[test]
    fn the_kind_of_page_decides() {
        let names = ["category-sitemap.xml", "page-sitemap.xml", "post-sitemap.xml"];
        assert_eq!(order("/blog/green-tea", None, &names)[0], "post-sitemap.xml");
        assert_eq!(order("/about", None, &names)[0], "page-sitemap.xml");
        assert_eq!(order("/category/tea", None, &names)[0], "category-sitemap.xml");
        let shop = ["sitemap_pages_1.xml", "sitemap_products_1.xml", "sitemap_blogs_1.xml"];
        assert_eq!(order("/products/cup", None, &shop)[0], "sitemap_products_1.xml");
    }

    #[test]
    fn language_and_date_decide() {
        let names = ["en/sitemap.xml", "de/sitemap.xml"];
        assert_eq!(order("/tee", Some("de-AT"), &names)[0], "de/sitemap.xml");
        assert_eq!(order("/de/tee", None, &names)[0], "de/sitemap.xml");
        let months = ["sitemap-2024-04.xml", "sitemap-2024-05.xml"];
        assert_eq!(order("/2024/05/tea", None, &months)[0], "sitemap-2024-05.xml");
    }

    #[test]
    fn without_a_hint_the_order_stays_and_side_lists_come_last() {
        let names = ["video-sitemap.xml", "sitemap1.xml", "sitemap2.xml", "news-sitemap.xml"];
        assert_eq!(
            order("/tea", None, &names),
            ["sitemap1.xml", "sitemap2.xml", "video-sitemap.xml", "news-sitemap.xml"]
        );
    }
}
