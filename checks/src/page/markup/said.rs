//! What the attributes of an element say of what it holds.

use html5ever::local_name;
use select::node::{Data, Node};

/// The attributes that the walk over the body asks every element for, found in one go.
#[derive(Default)]
pub(super) struct Said<'a> {
    pub(super) class: Option<&'a str>,
    pub(super) id: Option<&'a str>,
    pub(super) role: Option<&'a str>,
    pub(super) itemprop: Option<&'a str>,
    pub(super) itemtype: Option<&'a str>,
    pub(super) lang: Option<&'a str>,
    pub(super) href: Option<&'a str>,
    pub(super) rel: Option<&'a str>,
}

impl<'a> Said<'a> {
    /// Those of that node.
    pub(super) fn by(node: Node<'a>) -> Self {
        let mut said = Self::default();
        let Data::Element(_, attributes) = node.data() else { return said };
        for (name, value) in attributes {
            let place = match name.local {
                local_name!("class") => &mut said.class,
                local_name!("id") => &mut said.id,
                local_name!("role") => &mut said.role,
                local_name!("itemprop") => &mut said.itemprop,
                local_name!("itemtype") => &mut said.itemtype,
                local_name!("lang") => &mut said.lang,
                local_name!("href") => &mut said.href,
                local_name!("rel") => &mut said.rel,
                _ => continue,
            };
            place.get_or_insert(value);
        }
        said
    }
}
