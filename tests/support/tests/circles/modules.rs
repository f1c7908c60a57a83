//! The modules of a crate as its source declares them, and which of them a path leads to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::{Attribute, Item, ItemMod, UseTree, Visibility};

use crate::paths;

/// A path of names, as it stands in the source.
pub(crate) type Names = Vec<String>;

/// A module, in a file of its own or in another module's.
#[derive(Default)]
struct Module {
    /// The module whose file holds it: itself where it has one.
    file: usize,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// What it defines.
    items: BTreeSet<String>,
    /// Local names of imports, re-exports among them.
    imports: BTreeMap<String, Names>,
    globs: Vec<Names>,
    /// Every path it takes something by; re-exports are none.
    taken: Vec<Names>,
}

/// The modules of one crate, without those that only tests compile.
pub(crate) struct Crate {
    modules: Vec<Module>,
    files: BTreeMap<usize, PathBuf>,
    folder: PathBuf,
}

impl Crate {
    /// Reads the crate with that root file.
    pub(crate) fn read(root: &Path) -> Self {
        let folder = root.parent().unwrap().to_owned();
        let mut house =
            Self { modules: Vec::new(), files: BTreeMap::new(), folder: folder.clone() };
        house.read_file(None, root, &folder);
        house
    }

    /// Every path by which a module takes something.
    pub(crate) fn taken(&self) -> impl Iterator<Item = (usize, Names)> {
        let of = |(place, module): (usize, &Module)| {
            module.taken.iter().map(move |path| (place, path.clone())).collect::<Vec<_>>()
        };
        self.modules.iter().enumerate().flat_map(of)
    }

    /// The module whose file holds that one.
    pub(crate) fn file(&self, module: usize) -> usize {
        self.modules[module].file
    }

    /// The file of a module that has one, from the crate's folder.
    pub(crate) fn name(&self, file: usize) -> String {
        self.files[&file].strip_prefix(&self.folder).unwrap().display().to_string()
    }

    /// The module that defines what a path leads to; none for other crates and for modules as such.
    pub(crate) fn definer(&self, from: usize, path: &[String]) -> Option<usize> {
        match self.follow(from, path, true, 0)? {
            Found::Item(module) => Some(module),
            Found::Module(_) => None,
        }
    }

    fn follow(&self, from: usize, path: &[String], local: bool, depth: usize) -> Option<Found> {
        let module = &self.modules[from];
        let Some((first, rest)) = path.split_first() else { return Some(Found::Module(from)) };
        match first.as_str() {
            "crate" if local => return self.follow(0, rest, false, depth),
            "self" => return self.follow(from, rest, false, depth),
            "super" => return self.follow(module.parent?, rest, local, depth),
            _ => {}
        }
        if let Some(child) = module.children.get(first) {
            return self.follow(*child, rest, false, depth);
        }
        if module.items.contains(first) {
            return Some(Found::Item(from));
        }
        // Deeper than any chain of re-exports: globs that name each other.
        if depth > 8 {
            return None;
        }
        if let Some(import) = module.imports.get(first) {
            // `use select;` names another crate.
            let named = import.iter().chain(rest).cloned().collect::<Names>();
            return (import.first() != Some(first))
                .then(|| self.follow(from, &named, true, depth + 1))?;
        }
        module.globs.iter().find_map(|glob| {
            let Found::Module(place) = self.follow(from, glob, true, depth + 1)? else {
                return None;
            };
            (place != from).then(|| self.follow(place, path, false, depth + 1))?
        })
    }

    fn read_file(&mut self, parent: Option<usize>, file: &Path, folder: &Path) -> usize {
        let source = std::fs::read_to_string(file).unwrap();
        let items = syn::parse_file(&source).unwrap().items;
        let place = self.modules.len();
        self.files.insert(place, file.to_owned());
        self.read_items(parent, place, &items, folder)
    }

    fn read_items(
        &mut self,
        parent: Option<usize>,
        file: usize,
        items: &[Item],
        folder: &Path,
    ) -> usize {
        let place = self.modules.len();
        self.modules.push(Module { file, parent, ..Module::default() });
        for item in items.iter().filter(|item| !is_for_tests(paths::attributes(item))) {
            match item {
                Item::Mod(module) => {
                    let child = self.read_module(place, module, folder);
                    self.modules[place].children.insert(module.ident.to_string(), child);
                }
                Item::Use(used) => {
                    let taken = matches!(used.vis, Visibility::Inherited);
                    self.modules[place].import(&used.tree, &mut Vec::new(), taken);
                }
                _ => {
                    let module = &mut self.modules[place];
                    module.items.extend(paths::defined(item));
                    module.taken.extend(paths::in_item(item));
                }
            }
        }
        place
    }

    fn read_module(&mut self, parent: usize, module: &ItemMod, folder: &Path) -> usize {
        let name = module.ident.to_string();
        let inside = folder.join(&name);
        if let Some((_, items)) = &module.content {
            return self.read_items(Some(parent), self.modules[parent].file, items, &inside);
        }
        let flat = folder.join(format!("{name}.rs"));
        let file = if flat.exists() { flat } else { inside.join("mod.rs") };
        self.read_file(Some(parent), &file, &inside)
    }
}

enum Found {
    /// What the module with that place defines.
    Item(usize),
    Module(usize),
}

impl Module {
    fn import(&mut self, tree: &UseTree, path: &mut Names, taken: bool) {
        let (name, local) = match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.import(&step.tree, path, taken);
                path.pop();
                return;
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.import(tree, path, taken));
            }
            UseTree::Glob(_) => return self.globs.push(path.clone()),
            UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(rename) => (rename.ident.to_string(), rename.rename.to_string()),
        };
        let mut whole = path.clone();
        let local = match (name.as_str(), path.last()) {
            ("self", Some(last)) if local == "self" => last.clone(),
            _ => local,
        };
        if name != "self" {
            whole.push(name);
        }
        if taken {
            self.taken.push(whole.clone());
        }
        self.imports.insert(local, whole);
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let words = attribute.meta.require_list().map(|list| list.tokens.to_string());
        attribute.path().is_ident("cfg")
            && words.is_ok_and(|words| words == "test" || words.starts_with("any (test"))
    })
}
