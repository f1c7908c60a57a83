//! Lists of things on other sites, which are the content of their page: projects that use a program.

use crate::check::Context;
use crate::page::outline::{BlockFact, BlockKind};
use crate::page::text::TENTHS_OF_WORD;
use crate::report::PageKind;
use crate::url::registrable_domain;

/// Links that are looked at.
const LINKS: usize = 500;
/// Percent of them that lead to other sites, at least.
const ELSEWHERE_PERCENT: usize = 75;
/// Words of a paragraph that introduces the list.
const INTRODUCTION_WORDS: usize = 15;

/// Whether a page of documentation introduces a list whose links lead to other sites: no menu does.
pub(super) fn lists_others(context: &Context<'_>) -> bool {
    let page = context.page;
    let outline = &page.document.outline;
    let base = page.document.base(&page.final_url);
    let own = registrable_domain(&page.final_url);
    let links = outline.links.iter().filter(|link| link.place.in_main);
    let targets = links.take(LINKS).filter_map(|link| base.join(&link.href).ok());
    // What leads to a place of this page says nothing.
    let targets = targets.filter(|target| target.path() != page.final_url.path());
    let (all, elsewhere) = targets.fold((0, 0), |(all, elsewhere), target| {
        (all + 1, elsewhere + usize::from(registrable_domain(&target) != own))
    });
    context.subject.kind == PageKind::Docs
        && elsewhere > 0
        && elsewhere * 100 >= all * ELSEWHERE_PERCENT
        && is_introduced(outline.main_blocks())
}

/// Whether a paragraph stands above the first item.
fn is_introduced<'a>(blocks: impl Iterator<Item = &'a BlockFact>) -> bool {
    let is_link = |block: &BlockFact| block.link_bytes * 2 >= block.place.text.len();
    let mut above = blocks.take_while(|block| block.kind != BlockKind::ListItem || !is_link(block));
    above.any(|block| {
        block.kind == BlockKind::Paragraph
            && !is_link(block)
            && block.tenths_of_words >= INTRODUCTION_WORDS * TENTHS_OF_WORD
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::extraction::main_content::MainContentCheck;
    use crate::catalogue::test_html::read_at;
    use crate::check::Check;
    use crate::page::{Kind, Page};
    use crate::report::Status;

    fn page(introduction: &str, host: &str) -> Page {
        let items: String = (0..60)
            .map(|at| format!("<li><p><a href={host}/{at}>leafproject{at}/teapot</a></p></li>"))
            .collect();
        let html = format!(
            "<html lang=en><head><meta name=generator content=Sphinx><title>Projects that use Tea — \
             Tea 3.1 documentation</title></head><main><h1>Projects that use Tea</h1>{introduction}\
             <ul>{items}</ul></main>"
        );
        let mut page = read_at("https://tea.example/docs/usage.html", &html);
        page.document.kind = Kind::sure(PageKind::Docs, "");
        page
    }

    #[test]
    fn projects_on_other_sites_are_the_content_of_their_list() {
        let text = format!("<p>{}</p>", "These are some of the projects that use it. ".repeat(9));
        let of = |introduction: &str, host: &str| {
            let page = page(introduction, host);
            (
                lists_others(&Context::new(&page, false)),
                MainContentCheck.judge(&Context::new(&page, false)).status,
            )
        };
        assert_eq!(of(&text, "https://leaf.example"), (true, Status::Pass));
        assert!(!of(&text, "/docs").0);
        assert!(!of("", "https://leaf.example").0);
    }
}
