#![doc = include_str!("page.md")]

mod home;

use serde_json::Value;

use super::about_page::expected;
use super::describe::{asked_for, fix_undescribed};
use super::described::{Described, VERIFY, described, first_name};
use super::jsonld_valid::{
    NO_RICH_RESULT, SAVED_WITHOUT_SCRIPTS, fix_of_broken, open_fix as fix_without_block,
};
use super::misplaced;
use crate::applicability::exemption;
use crate::check::{About, Check, Context, Finding};
use crate::fix::{Fix, Source};
use crate::json_ld;
use crate::page::structured::{NodeRef, Syntax, is_a};
use crate::paste::{self, html, listed};
use crate::quoted::Quoted;
use crate::report::{CheckResult, EvidenceStrength, PageKind, Status};
use crate::wording::plural;

/// The check.
pub struct SchemaTypeComplete;

impl Check for SchemaTypeComplete {
    fn about(&self) -> &'static About {
        &About {
            id: "schema-type-complete",
            title: "Structured data is complete",
            strength: EvidenceStrength::Weak,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "In one large study, pages with JSON-LD were cited more often (38.5% against \
                  32.0%). In another, pages that added it gained nothing compared with pages that \
                  didn't. Google's rich results depend on the properties in its lists.",
            sources: &[
                Source {
                    title: "Google: article structured data",
                    url: "https://developers.google.com/search/docs/appearance/structured-data/article",
                    strength: EvidenceStrength::Weak,
                },
                Source {
                    title: "Google: search features that use structured data",
                    url: "https://developers.google.com/search/docs/appearance/structured-data/search-gallery",
                    strength: EvidenceStrength::Convention,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        match context.subject.kind {
            PageKind::Home => judge_home(context),
            _ => judge_content(context),
        }
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        fix(context)
    }
}

/// The fix, where this check asks for one.
pub(super) fn open_fix(context: &Context<'_>) -> Option<Fix> {
    let is_judged = exemption("schema-type-complete", context.subject).is_none();
    let status = || SchemaTypeComplete.judge(context).status;
    (is_judged && matches!(status(), Status::Fail | Status::Warn)).then(|| fix(context))
}

/// Properties that are added to Microdata instead of writing all of it again in JSON-LD.
const FEW_MISSING: usize = 2;

fn fix(context: &Context<'_>) -> Fix {
    let kind = context.subject.kind;
    if kind == PageKind::Home
        && let Some(fix) = home::fix(context, &at_home(context))
    {
        return fix;
    }
    let described = described(context);
    match described.first().filter(|_| kind != PageKind::Home) {
        // A block is missing too, and will say all of it. Where hardly anything is, it is less work to
        // complete what is there.
        Some(best)
            if best.node.node().syntax == Syntax::Microdata && best.missing.len() > FEW_MISSING =>
        {
            fix_without_block(context).unwrap_or_else(|| fix_missing(context, best))
        }
        Some(best) => fix_missing(context, best),
        None if data_is_misplaced(context) => {
            fix_without_block(context).unwrap_or_else(|| fix_undescribed(context))
        }
        None => fix_of_broken(context, expected(kind)).unwrap_or_else(|| fix_undescribed(context)),
    }
}

/// Whether all structured data is where no parser looks for it.
fn data_is_misplaced(context: &Context<'_>) -> bool {
    let data = &context.page.document.markup.structured;
    data.nodes.is_empty() && !data.misplaced.is_empty()
}

/// What the JSON-LD that describes the page lacks and the page shows: the node, and the properties
/// with their values.
pub(crate) fn known_and_missing<'a>(
    context: &'a Context<'_>,
) -> Option<(NodeRef<'a>, Vec<(&'static str, Value)>)> {
    /// Properties that a page can show.
    const SHOWN: [&str; 7] =
        ["headline", "name", "author", "datePublished", "image", "description", "mainEntityOfPage"];
    if matches!(context.subject.kind, PageKind::Home | PageKind::Listing) {
        return None;
    }
    let described = described(context).into_iter();
    let mut in_json = described.filter(|own| own.node.node().syntax == Syntax::JsonLd);
    let Described { node, missing, .. } = in_json.next()?;
    let lacks = |name: &str| {
        missing.iter().flat_map(|any| any.split(" or ")).any(|any| first_name(any) == name)
    };
    let names = SHOWN.into_iter().filter(|name| lacks(name));
    let values = names.filter_map(|name| Some((name, json_ld::value(context, name)?)));
    Some((node, values.collect()))
}

fn judge_content(context: &Context<'_>) -> Finding {
    let described = described(context);
    let Some(best) = described.first() else { return judge_undescribed(context) };
    let finding = match best.missing.is_empty() {
        true => {
            Finding::pass("The structured data describes the page with all expected properties.")
        }
        false => Finding::warn(format!(
            "{} missing or malformed in the structured data: {}.",
            how_many_are(best.missing.len()),
            listed(&best.missing)
        )),
    };
    finding.with_all(best.details())
}

/// "1 expected property is", "2 expected properties are".
fn how_many_are(count: usize) -> String {
    format!("{count} expected {}", plural(count, "property is", "properties are"))
}

/// Nothing says what the page is.
fn judge_undescribed(context: &Context<'_>) -> Finding {
    let data = &context.page.document.markup.structured;
    let expected = expected(context.subject.kind);
    let is_expected = |name: &str| expected.iter().any(|expected| is_a(name, expected));
    // The pages of a breadcrumb trail are others.
    let on_their_own = || data.all().filter(|node| node.node().is_top_level);
    let is_work = |node: NodeRef<'_>| node.node().types.iter().any(|name| name == "CreativeWork");
    match () {
        () if context.subject.kind == PageKind::Docs => Finding::not_applicable(NO_RICH_RESULT),
        () if on_their_own().any(is_work) => Finding::warn(
            "The structured data only says that the page is a `CreativeWork`, not which kind.",
        ),
        () if on_their_own().any(|node| node.is("WebPage")) => {
            Finding::warn("The structured data only says that this is a web page.")
        }
        () if data.rdfa_types.iter().any(|found| is_expected(&found.value)) => Finding::warn(
            "The page's type is given only in RDFa, whose properties Citable doesn't check.",
        ),
        () if data.nodes.iter().any(|node| node.types.iter().any(|name| is_expected(name))) => {
            Finding::warn(
                "The structured data describes several things, none of which refers to this page.",
            )
        }
        () if context.page.is_read_in_part() => {
            Finding::could_not_see("Part of the page's structured data wasn't read.")
        }
        () if context.page.may_be_saved_without_scripts() => {
            Finding::could_not_see(SAVED_WITHOUT_SCRIPTS)
        }
        () => Finding::fail(match misplaced::said(context).filter(|_| data.nodes.is_empty()) {
            Some(said) => said,
            None => "No structured data says what the page is.".to_owned(),
        }),
    }
}

/// What a home page declares of its site and of who publishes it: the node, and what it lacks.
fn at_home<'a>(context: &'a Context<'_>) -> [Option<Described<'a>>; 2] {
    let data = &context.page.document.markup.structured;
    let best = |names: &[&str]| {
        let nodes = data
            .all()
            .filter(|node| node.node().is_top_level && names.iter().any(|name| node.is(name)));
        let described = nodes.take(NODES_MAX).map(|node| Described {
            missing: missing_at_home(node),
            recommended: Vec::new(),
            node,
        });
        described.min_by_key(|one| one.missing.len())
    };
    [best(&["WebSite"]), best(&["Organization", "Person"])]
}

/// The most nodes of one type that are looked at on a home page.
const NODES_MAX: usize = 20;

fn missing_at_home(node: NodeRef<'_>) -> Vec<String> {
    let address: &[&str] = if node.is("WebSite") { &["url"] } else { &["url", "logo"] };
    let wanted = [&["name"][..], address];
    let lacking = wanted.into_iter().filter(|any| !any.iter().any(|name| node.has(name)));
    lacking.map(|any| any.join(" or ")).collect()
}

fn judge_home(context: &Context<'_>) -> Finding {
    let both = at_home(context);
    if let [_, Some(publisher)] = &both
        && publisher.missing.is_empty()
        && json_ld::is_below_root(context)
    {
        return Finding::pass(
            "The page declares its publisher. `WebSite` markup belongs on the home page of the domain.",
        )
        .with_all(both.iter().flatten().flat_map(Described::details));
    }
    let complete = both.iter().flatten().filter(|one| one.missing.is_empty()).count();
    let finding = match (complete, both.iter().flatten().count()) {
        (2, _) => Finding::pass("The home page declares its site and its publisher."),
        (_, 0) if context.page.may_be_saved_without_scripts() => {
            Finding::could_not_see(SAVED_WITHOUT_SCRIPTS)
        }
        (_, 0) => Finding::warn(
            "The home page's structured data declares neither the site nor its publisher.",
        ),
        _ => Finding::warn(
            "The home page's structured data on its site and publisher is incomplete.",
        ),
    };
    finding.with_all(both.iter().flatten().flat_map(Described::details))
}

fn fix_missing(context: &Context<'_>, best: &Described<'_>) -> Fix {
    let names: Vec<&str> = best.missing.iter().map(|any| first_name(any)).collect();
    let node = best.node.node();
    let type_name = Quoted::of(node.types.first().map_or("object", String::as_str), 40);
    let known = names.iter().filter_map(|name| Some((*name, json_ld::value(context, name)?)));
    let known: Vec<(&str, Value)> = known.collect();
    let is_known = |name: &&str| known.iter().any(|(own, _)| own == name);
    let unknown: Vec<&str> = names.iter().copied().filter(|name| !is_known(name)).collect();
    let line = node.line;
    let hollow = names.contains(&"author").then(|| author_without_name(best.node)).flatten();
    // What is there and can't be read isn't to be written a second time.
    let unread: Vec<&str> =
        names.iter().copied().filter(|name| *name != "author" && best.node.has(name)).collect();
    let corrected: Vec<(&str, &str)> = match node.syntax {
        Syntax::JsonLd => Vec::new(),
        Syntax::Microdata => {
            let known = known.iter().filter(|(name, _)| unread.contains(name));
            known.filter_map(|(name, value)| Some((*name, value.as_str()?))).collect()
        }
    };
    let is_corrected = |name: &str| corrected.iter().any(|(own, _)| *own == name);
    let title = match hollow {
        Some(_) if names.len() == 1 => {
            format!("Fill in the author's name in the {type_name} on line {line}")
        }
        None if unread.len() == names.len() => {
            format!("Correct {} in the {type_name} on line {line}", listed(&names))
        }
        _ => format!("Add {} to the {type_name} on line {line}", listed(&names)),
    };
    let mut fix = Fix::new("schema-type-complete", title, VERIFY);
    let is_added = |name: &str| hollow.is_none() || name != "author";
    for (name, value) in &corrected {
        fix = fix.step(format!(
            "Write {} in the element with {} on line {}: as its `datetime` if it is a `<time>`, else as \
             its `content`.",
            paste::code(value),
            paste::code(&format!("itemprop=\"{name}\"")),
            node.line_of(name)
        ));
    }
    if known.iter().any(|(name, _)| is_added(name) && !is_corrected(name)) {
        fix = fix.step(match unread.len() == names.len() {
            true => format!(
                "In the {type_name} that starts on line {line}, put the properties below in place of \
                 those with the same names."
            ),
            false => format!("Add the properties below to the {type_name} on line {line}."),
        });
    }
    let removed: Vec<&str> = unread.iter().copied().filter(|name| !is_corrected(name)).collect();
    if !removed.is_empty() && unread.len() < names.len() {
        fix = fix.step(format!("Remove {} there: its value can't be read.", listed(&removed)));
    }
    if let Some(author) = hollow {
        fix = fix.step(fill_in(author, is_known(&"author")));
    }
    let asked: Vec<&str> = unknown.iter().copied().filter(|name| is_added(name)).collect();
    fix = asked_for(context, &asked, "").into_iter().fold(fix, Fix::step);
    if unknown.iter().any(|name| name.starts_with("date")) {
        fix = fix.step("Write dates in ISO 8601, such as `2026-11-21`.");
    }
    let lines: Vec<String> = match node.syntax {
        Syntax::JsonLd => {
            known.iter().map(|(name, value)| json_ld::property(name, value)).collect()
        }
        Syntax::Microdata => {
            let added = known.iter().filter(|(name, _)| !is_corrected(name));
            added.map(|(name, value)| itemprop(name, value)).collect()
        }
    };
    match (lines.is_empty(), node.syntax) {
        (true, _) => fix,
        (false, Syntax::JsonLd) => fix.snippet(lines.join(",\n")),
        (false, Syntax::Microdata) => fix.snippet(lines.join("\n")),
    }
}

/// The author that a node has, if it is one without a name.
fn author_without_name(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let mut authors = node.nodes("author");
    // A reference that leads nowhere is nothing to complete.
    authors.find(|one| {
        let inner = one.node();
        one.text("name").is_none() && !(inner.types.is_empty() && inner.properties.is_empty())
    })
}

/// The step that completes that author. Its line is that of the markup around it.
fn fill_in(author: NodeRef<'_>, is_known: bool) -> String {
    let author = author.node();
    let line = author.line;
    if is_known {
        return format!(
            "In the markup on line {line}, put the `author` below in place of the one there, which has \
             no name."
        );
    }
    match author.properties.iter().any(|(name, _)| name == "name") {
        true => format!(
            "Fill in the empty `name` of `author` in the markup on line {line}, as readers see it on \
             the page."
        ),
        false => format!(
            "Add `name` to `author` in the markup on line {line}, as readers see it on the page."
        ),
    }
}

/// A property as an element of a Microdata item.
fn itemprop(name: &str, value: &Value) -> String {
    match value {
        Value::Object(node) => {
            let type_name = node.get("@type").and_then(Value::as_str).unwrap_or("Thing");
            let inner = node.iter().filter(|(name, _)| !name.starts_with('@'));
            let inner: String = inner.map(|(name, value)| itemprop(name, value)).collect();
            format!(
                "<span itemprop=\"{name}\" itemscope itemtype=\"https://schema.org/{type_name}\">\
                 {inner}</span>"
            )
        }
        Value::Array(all) => all.iter().map(|value| itemprop(name, value)).collect(),
        Value::String(text)
            if ["https://", "http://"].iter().any(|start| text.starts_with(start)) =>
        {
            format!("<link itemprop=\"{name}\" href=\"{}\">", html(text))
        }
        Value::String(text) => format!("<meta itemprop=\"{name}\" content=\"{}\">", html(text)),
        other => format!("<meta itemprop=\"{name}\" content=\"{other}\">"),
    }
}

#[cfg(test)]
mod tests;
