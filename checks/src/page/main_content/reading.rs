//! How each kind of page is read.

use crate::report::PageKind;

/// The numbers of one reading. They were tuned on one half of a set of pages that people had read,
/// and confirmed on the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// What holds more of the page's prose than this is content, whatever it is called.
    pub(super) surroundings_percent: usize,
    /// The tightest element with this share of the prose is the content.
    pub(super) tighten_percent: Option<usize>,
    /// Whether a section is a part of the text however little of it is prose, as in references,
    /// which are code and tables.
    pub(super) keeps_sections: bool,
    /// Whether the content is posts that follow each other.
    pub(super) is_posts: bool,
    /// Whether lists that are mostly links stand beside the content.
    pub(super) drops_link_lists: bool,
    /// Whether the text of buttons, choices and labels is no content.
    pub(super) drops_controls: bool,
    /// Whether what buyers say is no content.
    pub(super) drops_reviews: bool,
    /// Whether other articles beside the page's own are no content.
    pub(super) drops_teasers: bool,
    /// Whether what little stands before the heading of the page is no content.
    pub(super) begins_at_heading: bool,
    /// Whether parts that each name another price are no content.
    pub(super) drops_priced_cards: bool,
    /// A short text without a digit that is shown as often is the label of something to press.
    pub(super) label_repeats: Option<usize>,
    /// A block shorter than this outside of lists, tables, paragraphs and headings is a label.
    pub(super) least_bytes: usize,
    /// A block of at least this length counts once however often it is shown.
    pub(super) repeats_bytes: usize,
}

impl Reading {
    pub(super) fn of(kind: PageKind) -> Self {
        let plain = Self {
            surroundings_percent: 30,
            tighten_percent: None,
            keeps_sections: false,
            is_posts: false,
            drops_link_lists: false,
            drops_controls: false,
            drops_reviews: true,
            drops_teasers: false,
            begins_at_heading: true,
            drops_priced_cards: false,
            label_repeats: None,
            least_bytes: 0,
            repeats_bytes: 40,
        };
        match kind {
            PageKind::Article => Self { tighten_percent: Some(80), drops_teasers: true, ..plain },
            PageKind::Docs => Self { tighten_percent: Some(80), keeps_sections: true, ..plain },
            PageKind::Qa => {
                Self { is_posts: true, drops_reviews: false, begins_at_heading: false, ..plain }
            }
            PageKind::Product => Self {
                surroundings_percent: 20,
                drops_link_lists: true,
                drops_controls: true,
                drops_priced_cards: true,
                least_bytes: 30,
                repeats_bytes: 5,
                ..plain
            },
            PageKind::Listing => Self {
                surroundings_percent: 50,
                drops_controls: true,
                begins_at_heading: false,
                least_bytes: 20,
                ..plain
            },
            PageKind::Home | PageKind::Other => Self {
                surroundings_percent: 20,
                drops_controls: true,
                label_repeats: Some(3),
                ..plain
            },
        }
    }
}
