//! Lists of words that are read in several places: how pages are marked up, addressed and titled.

use crate::data;
use crate::table::TableSet;

data::words! { "class-words.json" => pub(crate) static CLASSES: Classes {
    /// Tokens of classes and ids of comments and reviews.
    pub(crate) comments: Vec<String>,
    /// Those of what stands beside the content.
    pub(crate) around: Vec<String>,
    /// Words of the classes of the site's own logo.
    pub(crate) logo: TableSet<String>,
    /// Words of the classes of boxes within a text.
    pub(crate) boxes: TableSet<String>,
    /// Classes of boxes that name no part of a layout.
    pub(crate) boxes_alone: TableSet<String>,
} }

data::words! { "meta-names.json" => pub(crate) static METAS: Metas {
    /// Names of `meta` elements for the date of publication.
    pub(crate) published: TableSet<String>,
    /// Those for the date of the last change.
    pub(crate) modified: TableSet<String>,
    /// Those for an author.
    pub(crate) authors: Vec<String>,
} }

data::words! { "platforms.json" => pub(crate) static PLATFORMS: Platforms {
    /// Sites on which whoever writes a page has no say over sitemaps, by domain: wikis, code hosts,
    /// question sites and social networks.
    pub(crate) shared: Vec<String>,
    /// Suffixes under which platforms show what their customers then publish under their own domain.
    pub(crate) previews: Vec<String>,
    /// Labels of hosts to try things out on, and words of them, that name nothing else.
    pub(crate) staging: TableSet<String>,
    /// Those that a public part of a site may bear as well: one for developers, or of a product.
    pub(crate) maybe_staging: TableSet<String>,
    /// Domains on which others have profiles.
    pub(crate) profiles: TableSet<String>,
    /// Domains of shops in which others sell.
    pub(crate) shops: TableSet<String>,
    /// Domains of services with which readers keep and share pages.
    pub(crate) bookmarks: TableSet<String>,
} }

data::words! { "version-words.json" => pub(crate) static VERSIONS: Versions {
    /// What titles of release notes say, lower case.
    pub(crate) changes: Vec<String>,
    /// Words before the number of a version in a title, lower case.
    pub(crate) before_number: TableSet<String>,
    /// Words that may follow a version in the name of a manual, lower case.
    pub(crate) after_number: TableSet<String>,
    /// Words for a manual that may begin its name, lower case: “Manuel Tea”.
    pub(crate) before_manual: TableSet<String>,
    /// Words for a manual that end its name, lower case. “Docs” are part of many a site's name.
    pub(crate) after_manual: TableSet<String>,
    /// What stands before the number of a version in a text, lower case.
    pub(crate) in_texts: TableSet<String>,
    /// Words for what has a version, before that word, lower case: “Library Version”.
    pub(crate) works: TableSet<String>,
} }

data::words! { "legal-words.json" => pub(crate) static LEGAL: Legal {
    /// What titles of legal texts say, lower case, as whole words.
    pub(crate) titles: Vec<String>,
    /// Words of the last segment of their URLs.
    pub(crate) in_urls: TableSet<String>,
    /// Words and phrases that laws and contracts are written in, lower case.
    pub(crate) phrases: Vec<String>,
    /// What titles begin with that tell of the law.
    pub(crate) telling: TableSet<String>,
    /// What titles of contracts begin with, lower case.
    pub(crate) beginnings: Vec<String>,
    /// What they end in.
    pub(crate) endings: Vec<String>,
    /// What codes of conduct are called, lower case.
    pub(crate) conduct: Vec<String>,
} }

data::words! { "date-words.json" => pub(crate) static DATES: DateWords {
    /// What stands before the day of publication, lower case.
    pub(crate) published: Vec<String>,
    /// Words before a day that is another one.
    pub(crate) other: Vec<String>,
    /// Words between the parts of a date: ordinals, prepositions, and words for year and day.
    pub(crate) between: TableSet<String>,
    /// Those of a date that can mean one day only: “5th of March”, “5 de marzo de 2026”.
    pub(crate) linking: TableSet<String>,
} }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_valid() {
        assert!(!CLASSES.comments.is_empty() && !METAS.authors.is_empty());
        assert!(!PLATFORMS.shared.is_empty() && !VERSIONS.changes.is_empty());
        assert!(!LEGAL.titles.is_empty() && !DATES.published.is_empty());
    }
}
