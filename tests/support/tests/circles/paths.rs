//! The names that an item defines, and the paths that stand in it.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Macro, Path, UseTree};

use crate::modules::Names;

/// The name that an item defines in its module.
pub(crate) fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// What stands before an item.
pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Every path of two names and more that stands in an item, in the words of a macro too.
pub(crate) fn in_item(item: &Item) -> Vec<Names> {
    let mut found = Found(Vec::new());
    found.visit_item(item);
    found.0
}

struct Found(Vec<Names>);

impl<'ast> Visit<'ast> for Found {
    fn visit_path(&mut self, path: &'ast Path) {
        let names: Names = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if names.len() > 1 && path.leading_colon.is_none() {
            self.0.push(names);
        }
        visit::visit_path(self, path);
    }

    fn visit_use_tree(&mut self, tree: &'ast UseTree) {
        if let UseTree::Path(step) = tree
            && let UseTree::Name(name) = &*step.tree
        {
            self.0.push(vec![step.ident.to_string(), name.ident.to_string()]);
        }
        visit::visit_use_tree(self, tree);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.words(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}

impl Found {
    fn words(&mut self, tokens: TokenStream) {
        let mut names = Names::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut names);
                    }
                    names.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(point) if point.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(&mut names);
                    self.words(group.stream());
                }
                _ => self.end(&mut names),
            }
        }
        self.end(&mut names);
    }

    fn end(&mut self, names: &mut Names) {
        let names = std::mem::take(names);
        if names.len() > 1 {
            self.0.push(names);
        }
    }
}
