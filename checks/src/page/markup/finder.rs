//! What the walk over the body has seen so far.

use std::collections::HashMap;

use select::node::Node;

use super::facts::{BylineFact, Region, Spot, TimeFact};
use super::short_text::ShortText;
use crate::page::facts::Located;
use crate::page::visible::Visibility;

/// What the walk finds.
#[derive(Default)]
pub(super) struct Places {
    pub(super) times: Vec<TimeFact>,
    pub(super) bylines: Vec<BylineFact>,
    pub(super) faint_bylines: Vec<BylineFact>,
    pub(super) unread_bylines: usize,
    pub(super) password_fields: Vec<Located<String>>,
    pub(super) languages: Vec<String>,
}

/// What the classes of an element say.
#[derive(Clone, Copy, Default)]
pub(super) struct Class {
    pub(super) region: Option<Region>,
    pub(super) is_byline: bool,
    /// Whether a token has a word for authors among others.
    pub(super) has_author: bool,
}

/// A byline in what may be a card.
pub(super) struct InCard {
    /// The element, by its place among the nodes.
    pub(super) card: usize,
    pub(super) is_faint: bool,
    /// The place of the byline in its list.
    pub(super) place: usize,
}

pub(super) struct Finder<'a> {
    pub(super) lines: &'a [u32],
    pub(super) visibility: &'a Visibility,
    /// Elements that say what they hold, and that.
    pub(super) regions: Vec<(usize, Region)>,
    /// Headers that are open, where fields ask readers to sign in.
    pub(super) headers: Vec<usize>,
    /// What each class attribute says; elements of one kind bear the same.
    pub(super) classes: HashMap<&'a str, Class>,
    pub(super) offset: usize,
    pub(super) heading: Option<usize>,
    /// Whether that one only links to the front page.
    pub(super) is_logo: bool,
    /// The last words that were seen.
    pub(super) before: &'a str,
    /// Those before them.
    pub(super) before_that: &'a str,
    pub(super) short: ShortText<'a>,
    /// The same for what may be a byline by less, so that bylines do not lack steps for it.
    pub(super) faint: ShortText<'a>,
    /// Dates beside which a name may still be looked for.
    pub(super) dates_left: usize,
    /// Bylines in what may be cards.
    pub(super) cards: Vec<InCard>,
    pub(super) places: Places,
}

impl Finder<'_> {
    /// What surrounds the content, or is no part of it, and is open.
    pub(super) fn region(&self) -> Option<Region> {
        let inner = self.regions.last().map(|(_, region)| *region);
        inner.filter(|region| *region != Region::Content)
    }

    pub(super) fn spot(&self, node: Node<'_>) -> Spot {
        Spot {
            line: self.lines[node.index()],
            region: self.region().unwrap_or(Region::Content),
            offset: self.offset,
            heading: None,
        }
    }
}
