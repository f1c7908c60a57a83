#![doc = include_str!("page.md")]

mod markdown;

use crate::check::{About, Check, Context, Finding, quote};
use crate::fix::{Fix, Source as Reference};
use crate::link_header::links;
use crate::page::Page;
use crate::page::snapshot::{Exchange, FileFetch, FileOutcome, Source};
use crate::paste::{in_finding, in_step, in_title, short};
use crate::report::{CheckResult, Detail, EvidenceStrength};
use crate::supporting::markdown_alternates;
use crate::url::normalise;
use crate::weights::{HARDLY_ANY_TEXT, MARKDOWN_APART_PERCENT};
use crate::wording::how_many;
use markdown::{MarkdownFacts, words};

/// The name of the file in links and in robots.txt.
const LLMS_TXT: &[u8] = b"llms.txt";

/// The check.
pub struct AiTextAlternates;

impl Check for AiTextAlternates {
    fn about(&self) -> &'static About {
        &About {
            id: "ai-text-alternates",
            title: "llms.txt and Markdown copies work, if offered",
            strength: EvidenceStrength::Weak,
            effort: 2,
            needs_page: true,
            doc: include_str!("page.md"),
            why: "Engines hardly use these files: none documents reading llms.txt, Google says it \
                  doesn't, and several studies found almost no visits and no effect on citations. \
                  Offering none costs nothing, but a file you offer shouldn't be broken.",
            sources: &[
                Reference {
                    title: "Google: AI features and your website",
                    url: "https://developers.google.com/search/docs/appearance/ai-features",
                    strength: EvidenceStrength::Strong,
                },
                Reference {
                    title: "Cite: do AI crawlers read llms.txt? (log study, null result)",
                    url: "https://cite.solutions/blog/do-ai-crawlers-read-llms-txt",
                    strength: EvidenceStrength::Moderate,
                },
                Reference {
                    title: "SE Ranking: ranking factors for ChatGPT (no positive effect)",
                    url: "https://seranking.com/blog/ranking-factors-for-chatgpt",
                    strength: EvidenceStrength::Moderate,
                },
            ],
        }
    }

    fn judge(&self, context: &Context<'_>) -> Finding {
        let page = context.page;
        let is_public = page.source == Source::Web;
        if !is_public && page.supporting.llms_txt.is_none() {
            return Finding::not_applicable(
                "For local files, llms.txt and Markdown copies aren't read.",
            );
        }
        let offers = offers(page);
        let defects = offers.iter().filter(|offer| offer.defect.is_some()).count();
        let finding = match (offers.is_empty(), defects) {
            (true, _) if !is_public => {
                Finding::not_applicable("No llms.txt was found. None is needed.")
            }
            (true, _) if is_known(page) => Finding::not_applicable(
                "The site offers no llms.txt and no Markdown copies of the page. None are needed.",
            ),
            (true, _) => Finding::not_applicable(
                "llms.txt couldn't be read, and no Markdown copy of the page was found. None are \
                 needed.",
            ),
            (false, 0) => Finding::pass("No defects found in llms.txt or the Markdown copies."),
            (false, 1) => Finding::warn("1 llms.txt or Markdown file has a defect."),
            (false, count) => {
                Finding::warn(format!("{count} llms.txt or Markdown files have defects."))
            }
        };
        finding.with_all(offers.into_iter().map(Offer::detail))
    }

    fn fix(&self, context: &Context<'_>, _finding: &CheckResult) -> Fix {
        let offers = offers(context.page);
        let broken: Vec<(&Offer, &str)> =
            offers.iter().filter_map(|offer| Some((offer, offer.defect.as_deref()?))).collect();
        let title = match broken.as_slice() {
            [] => "Keep llms.txt and Markdown copies working".to_owned(),
            [(offer, _)] => format!("Fix or remove {}", in_title(&offer.address)),
            more => format!("Fix or remove {} text files for AI models", more.len()),
        };
        let mut fix = Fix::new(
            "ai-text-alternates",
            format!("{title} (optional: no measured effect on citations)"),
            "A new scan finds no defects, or no such files.",
        );
        fix.steps = broken
            .iter()
            .map(|(offer, defect)| format!("{}: {defect}.", in_step(&offer.address)))
            .collect();
        let fix = fix.step(
            "Removing the file and the links to it is as good as fixing it: no engine is known to \
             use it for answers.",
        );
        let has_llms_txt = broken.iter().any(|(offer, _)| offer.label == LLMS_LABEL);
        match has_llms_txt {
            true => fix.snippet(llms_snippet(context)),
            false => fix,
        }
    }
}

/// What the details call llms.txt.
const LLMS_LABEL: &str = "llms.txt";

/// The least that llms.txt is.
fn llms_snippet(context: &Context<'_>) -> String {
    let site = context.page.final_url.host_str().unwrap_or_default();
    let title = short(&context.title.text).replace(['[', ']', '\\', '`', '<'], " ");
    let address = context.page.final_url.as_str().replace('(', "%28").replace(')', "%29");
    format!("# {site}\n\n- [{}]({address})", title.trim())
}

fn offers(page: &Page) -> Vec<Offer> {
    let llms_txt = llms_txt(page).into_iter();
    llms_txt
        .chain(page.supporting.markdown.iter().filter_map(|file| markdown(page, file)))
        .collect()
}

/// One file that is offered, and what is wrong with it.
struct Offer {
    label: &'static str,
    address: String,
    defect: Option<String>,
}

impl Offer {
    fn detail(self) -> Detail {
        Detail {
            measured: Some(self.defect.unwrap_or_else(|| "no defects".to_owned())),
            ..quote(self.label, &self.address)
        }
    }
}

/// The answer with its body; none where none came.
fn answered(file: &FileFetch) -> Option<(&Exchange, &[u8], bool)> {
    match &file.outcome {
        FileOutcome::Answered { body, truncated } => {
            Some((file.exchanges.last()?, body, *truncated))
        }
        FileOutcome::RedirectsUnresolved | FileOutcome::Unreachable { .. } => None,
    }
}

/// Whether the site said if it has an `llms.txt`: it was asked, and didn't refuse to answer.
fn is_known(page: &Page) -> bool {
    let answer = page.supporting.llms_txt.as_ref().and_then(answered);
    answer.is_some_and(|(answer, _, _)| matches!(answer.status, 200..=299 | 404 | 410))
}

/// `llms.txt`, where the site offers one: it is there, or something links to it.
fn llms_txt(page: &Page) -> Option<Offer> {
    let file = page.supporting.llms_txt.as_ref()?;
    let (answer, body, _) = answered(file)?;
    let offer = |defect: Option<&str>| {
        let address = file.url.to_string();
        Some(Offer { label: LLMS_LABEL, address, defect: defect.map(str::to_owned) })
    };
    let facts = MarkdownFacts::of(body);
    let there = answer.status == 200 && !facts.html && (facts.title || facts.link);
    if !there && !is_linked(page, &file.url) {
        // Many sites answer every path with their start page, or with a word of regret.
        return None;
    }
    match answer.status {
        404 | 410 => return offer(Some("linked, but not found")),
        200 => {}
        // That may be about us.
        _ => return None,
    }
    offer(if facts.html {
        Some("linked, but serves an HTML page")
    } else if facts.blank {
        Some("linked, but empty")
    } else if !facts.title {
        Some("the first line isn't a heading such as `# Site name`")
    } else if !facts.link {
        Some("it has no Markdown link")
    } else {
        None
    })
}

/// Whether the page or robots.txt names the file.
fn is_linked(page: &Page, llms_txt: &url::Url) -> bool {
    let base = page.document.base(&page.final_url);
    let from_page = page.document.llms_txt_links.iter().any(|link| {
        base.join(&link.href).is_ok_and(|mut target| {
            target.set_fragment(None);
            target == *llms_txt
        })
    });
    let origin = page.final_url.origin();
    let robots = page.robots_files.iter().filter(|file| file.url.origin() == origin);
    from_page
        || robots.filter_map(answered).any(|(answer, body, _)| {
            answer.status == 200
                && body.windows(LLMS_TXT.len()).any(|part| part.eq_ignore_ascii_case(LLMS_TXT))
        })
}

/// A Markdown copy that the page declares; none where it was not seen.
fn markdown(page: &Page, file: &FileFetch) -> Option<Offer> {
    let answer = page.answer()?;
    let declared = markdown_alternates(&page.final_url, answer, &page.document);
    let declared = declared.into_iter().find(|copy| copy.url == file.url)?;
    let (answer, body, truncated) = answered(file)?;
    let defect = match answer.status {
        200 => defect(page, answer, body, truncated),
        404 | 410 => Some("not found".to_owned()),
        _ => return None,
    };
    let label = match declared.line {
        Some(_) => "Markdown copy (link element)",
        None => "Markdown copy (`Link` header)",
    };
    Some(Offer { label, address: file.url.to_string(), defect })
}

fn defect(page: &Page, answer: &Exchange, body: &[u8], truncated: bool) -> Option<String> {
    let facts = MarkdownFacts::of(body);
    let media_type = answer.header("content-type").unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    let negotiated = normalise(&answer.url) == normalise(&page.final_url);
    if facts.html {
        Some("serves an HTML page".to_owned())
    } else if facts.blank {
        Some("empty".to_owned())
    } else if !media_type.eq_ignore_ascii_case("text/markdown") {
        let named = match media_type {
            "" => "missing".to_owned(),
            named => in_finding(named).into(),
        };
        Some(format!("the Content-Type is {named} instead of text/markdown"))
    } else if negotiated && !varies_by_accept(answer) {
        Some("it shares the page's URL without sending `Vary: Accept`".to_owned())
    } else if !negotiated && !is_no_duplicate(page, answer) {
        Some(
            "engines may index it as a duplicate: it sends neither `X-Robots-Tag: noindex` nor a \
             canonical `Link` header"
                .to_owned(),
        )
    } else {
        length_defect(page, body, truncated)
    }
}

fn varies_by_accept(answer: &Exchange) -> bool {
    answer
        .header_values("vary")
        .flat_map(|value| value.split(','))
        .any(|name| name.trim() == "*" || name.trim().eq_ignore_ascii_case("accept"))
}

fn is_no_duplicate(page: &Page, answer: &Exchange) -> bool {
    let noindex = answer.header_values("x-robots-tag").any(|value| {
        let value = value.to_ascii_lowercase();
        value.split([',', ':']).any(|word| matches!(word.trim(), "noindex" | "none"))
    });
    let canonical = answer.header_values("link").flat_map(links).any(|link| {
        link.is("canonical")
            && answer.url.join(&link.target).is_ok_and(|target| {
                normalise(&target) != normalise(&answer.url)
                    && target.host() == page.final_url.host()
            })
    });
    noindex || canonical
}

/// How much longer or shorter the copy is than the page's main content.
fn length_defect(page: &Page, body: &[u8], truncated: bool) -> Option<String> {
    let expected = page.document.main.word_equivalents;
    if truncated || page.truncated || page.document.cut_short || expected < HARDLY_ANY_TEXT {
        return None;
    }
    let words = words(body);
    let apart = words.abs_diff(expected) * 100 > expected * MARKDOWN_APART_PERCENT;
    apart.then(|| {
        let words = how_many(words, "word");
        format!("it has {words}, but the page's main content has {expected}")
    })
}

#[cfg(test)]
mod tests;
