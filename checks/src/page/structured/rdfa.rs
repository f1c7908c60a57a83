//! The types that RDFa names (`typeof`), where they are of schema.org.

use select::node::Node as Element;

use super::StructuredData;
use super::block::is_inert;
use super::types::{is_schema_org, local_name};
use crate::page::tree::{Step, Walk};
use crate::page::{Located, limits};

/// Adds the types of schema.org, in order. The pages that a trail or an item of a list names are
/// others.
pub(super) fn read(html: Element<'_>, lines: &[u32], data: &mut StructuredData) {
    // Elements that set a vocabulary, and whether it is schema.org.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut trail: Option<usize> = None;
    let mut walk = Walk::over(html);
    while let Some(step) = walk.next() {
        match step {
            Step::Enter(element) if is_inert(element) => walk.pass_over(element),
            Step::Enter(element) => {
                if let Some(vocabulary) = element.attr("vocab") {
                    open.push((element.index(), is_schema_org(vocabulary)));
                }
                let is_default = open.last().is_some_and(|(_, is_schema_org)| *is_schema_org);
                let names = element.attr("typeof").filter(|_| trail.is_none()).unwrap_or_default();
                for name in names.split_ascii_whitespace().filter_map(|n| type_name(n, is_default))
                {
                    if matches!(name, "BreadcrumbList" | "ListItem") {
                        trail = Some(element.index());
                    }
                    if data.rdfa_types.len() < limits::RDFA_TYPES {
                        let value = name.to_owned();
                        data.rdfa_types.push(Located { line: lines[element.index()], value });
                    }
                }
            }
            Step::Leave(element) => {
                open.pop_if(|(opened, _)| *opened == element.index());
                trail = trail.filter(|opened| *opened != element.index());
            }
        }
    }
}

fn type_name(name: &str, is_default: bool) -> Option<&str> {
    let local = local_name(name);
    let is_plain = !name.contains(':') && is_default;
    (local.len() < name.len() || is_plain).then_some(local)
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_html;

    #[test]
    fn types_of_schema_org_are_found_in_every_spelling() {
        let data = read_html(
            "<div vocab='http://schema.org/' typeof='Article'><p typeof='foaf:Document A'>\
             <p vocab='http://x.example/' typeof=B></div><p typeof='C schema:D'>\n\
             <p typeof='https://schema.org/E'>",
        );
        let types: Vec<_> =
            data.rdfa_types.iter().map(|found| (found.value.as_str(), found.line)).collect();
        assert_eq!(types, [("Article", 1), ("A", 1), ("D", 1), ("E", 2)]);
    }

    #[test]
    fn pages_that_a_trail_names_are_others() {
        let data = read_html(
            "<ol vocab='https://schema.org/' typeof='BreadcrumbList'><li typeof='ListItem'>\
             <a typeof='WebPage' href=/>Tea</a></ol><div typeof='schema:Article'></div>",
        );
        let types: Vec<_> = data.rdfa_types.iter().map(|found| found.value.as_str()).collect();
        assert_eq!(types, ["BreadcrumbList", "Article"]);
    }
}
