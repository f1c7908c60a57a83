//! How to get the text into the HTML, by the framework that the page is made with.

use super::placeholders::Placeholders;
use crate::catalogue::extraction::need_text::NEED_TEXT;
use crate::catalogue::extraction::swallowed::close;
use crate::excerpt::one_line;
use crate::fix::Fix;
use crate::page::Page;
use crate::paste::{in_step, in_title, shell};
use crate::wording::how_many;

/// The most characters of a hidden text that a step quotes.
const HIDDEN_CHARACTERS: usize = 60;

/// How one framework renders on the server.
struct Recipe {
    name: &'static str,
    steps: &'static [&'static str],
    snippet: Option<&'static str>,
}

const RECIPES: [Recipe; 8] = [
    Recipe {
        name: "Next.js",
        steps: &[
            "Load the text in a Server Component, or in `getStaticProps` or `getServerSideProps` \
             with the Pages Router. Don't load it in `useEffect` or behind `dynamic(…, { ssr: \
             false })`.",
            "Move `\"use client\"` down to the small components that need it, below the text.",
        ],
        snippet: Some(
            "// app/…/page.jsx, without \"use client\"\nexport default async function Page() {\n  \
             const text = await loadText();\n  return <main>{text}</main>;\n}",
        ),
    },
    Recipe {
        name: "Nuxt",
        steps: &[
            "Set `ssr` to `true`, or prerender this route with `routeRules`.",
            "Load the text with `useAsyncData` or `useFetch`, and move it out of `<ClientOnly>`.",
        ],
        snippet: Some("// nuxt.config.ts\nexport default defineNuxtConfig({ ssr: true })"),
    },
    Recipe {
        name: "SvelteKit",
        steps: &[
            "Remove `ssr = false` from the route and the layouts above it.",
            "Load the text in `load()` of `+page.server.js`, not in `onMount`.",
        ],
        snippet: Some(
            "// +page.server.js\nexport const ssr = true;\nexport const prerender = true; // if \
             everyone sees the same text",
        ),
    },
    Recipe {
        name: "Angular",
        steps: &[
            "Add server rendering with `ng add @angular/ssr`, and set this route to prerender or \
             server.",
            "Make sure the text is loaded on the server too, not only in the browser.",
        ],
        snippet: Some(
            "// app.routes.server.ts\nexport const serverRoutes: ServerRoute[] = [\n  { path: '**', \
             renderMode: RenderMode.Prerender },\n];",
        ),
    },
    // Version 1, of which Google has released nothing since January 2022.
    Recipe {
        name: "AngularJS",
        steps: &["AngularJS can't render on the server. Write the text into the page on the \
                  server, with the templates of your backend, or prerender it with a headless \
                  browser at build time. Or move the page to Angular, which can."],
        snippet: None,
    },
    Recipe {
        name: "Gatsby",
        steps: &["Take the text from a page query or from the context of `createPage`, which is \
                  rendered at build time, not from a request in `useEffect`."],
        snippet: None,
    },
    Recipe {
        name: "React",
        steps: &["Render pages with text at build time or on the server, using a framework that \
                  supports it (Next.js, React Router, Astro) or `renderToString` from \
                  `react-dom/server`."],
        snippet: None,
    },
    Recipe {
        name: "Vue",
        steps: &[
            "Render pages with text at build time or on the server, using Nuxt or `vite-ssg`, or \
             `createSSRApp` with `renderToString`.",
        ],
        snippet: None,
    },
];

/// The edit under that key.
pub(super) fn fix(page: &Page, placeholders: Option<&Placeholders>, key: &'static str) -> Fix {
    let document = &page.document;
    if page.meta("generator").is_some_and(|by| by.starts_with("Discourse ")) {
        return fix_discourse(page, key);
    }
    let (what, state) = match placeholders {
        Some(placeholders) => (
            "all content",
            format!("{} parts of the page say only {}", placeholders.count, placeholders.text),
        ),
        None => (
            "the text",
            format!("the HTML has {}", how_many(document.main.word_equivalents, "word")),
        ),
    };
    let recipe =
        document.shell.framework.and_then(|name| RECIPES.iter().find(|recipe| recipe.name == name));
    let how = recipe.map_or_else(String::new, |recipe| format!(" with {}", recipe.name));
    let mut fix = Fix::new(
        key,
        format!("Render {what} on the server{how}: {state}"),
        format!("`curl -s {}` shows the page's text, without a browser.", shell(&page.final_url)),
    )
    .opens(NEED_TEXT);
    // What is shown while an application loads is to stay empty.
    let mut mounts = document.shell.empty_mounts.iter();
    if let Some(mount) = mounts.find(|mount| !mount.value.contains("splash")) {
        fix = fix.step(format!(
            "{} on line {} is empty until JavaScript fills it. Serve it with its content.",
            in_step(&mount.value),
            mount.line
        ));
    }
    match recipe {
        Some(recipe) => fix.steps.extend(recipe.steps.iter().map(|step| (*step).to_owned())),
        None => fix.steps.push(
            "Render pages with text at build time or on the server, using your framework's mode \
             for it (SSR, SSG or prerendering)."
                .to_owned(),
        ),
    }
    if document.main.word_equivalents == 0 {
        fix = fix.step("Serve the heading, the author's name and the dates along with the text.");
    }
    if let Some(notice) = &document.shell.notice {
        fix = fix.step(format!(
            "Then remove the notice on line {} ({}).",
            notice.line,
            in_title(&notice.value)
        ));
    }
    let fix = fix.step(
        "Text in a JSON script such as `__NEXT_DATA__` doesn't count as content. A prerendering \
         service in front of the site is a stopgap.",
    );
    match recipe.and_then(|recipe| recipe.snippet) {
        Some(snippet) => fix.snippet(snippet),
        None => fix,
    }
}

/// The edit under that key of a forum whose software has a layout of its own for crawlers. Source:
/// Discourse, “How public Discourse sites are indexed by search engines”,
/// <https://meta.discourse.org/t/1184>.
fn fix_discourse(page: &Page, key: &'static str) -> Fix {
    let words = how_many(page.document.main.word_equivalents, "word");
    Fix::new(
        key,
        format!("Have Discourse send AI crawlers the posts: the HTML has {words}"),
        format!("`curl -s -A OAI-SearchBot {}` shows the posts.", shell(&page.final_url)),
    )
    .opens(NEED_TEXT)
    .step(
        "Discourse sends a page with all posts to crawlers that it recognizes by their user agent, \
         and other visitors an application. The scan got the application, or the page was saved from a \
         browser.",
    )
    .step(
        "In the site settings, make sure that `blocked_crawler_user_agents` names no crawler of an AI \
         engine, and that `allowed_crawler_user_agents` is empty or names them all.",
    )
    .step("If a cache stands in front of the forum, make sure that it keeps both pages apart.")
}

/// The edit under that key of a page without scripts: nothing but its HTML can have text.
pub(super) fn fix_static(page: &Page, name: &str, key: &'static str) -> Fix {
    let words = how_many(page.document.main.word_equivalents, "word");
    let verify = format!("`curl -s {}` shows the page's text.", shell(&page.final_url));
    if page.document.kind.is_start_of_manual {
        return fix_start(page, name, key, verify);
    }
    if page.document.has_only_headings() {
        return fix_empty(name, key, verify);
    }
    Fix::new(key, format!("Add text to {name}: the HTML has {words}"), verify)
    .opens(NEED_TEXT)
    .step(
        "Nothing on the page suggests that scripts add text, so the HTML is all there is to read.",
    )
    .step(
        "Write what the page is about below its heading. If it isn't meant to be found, exclude \
         it from search: `<meta name=\"robots\" content=\"noindex\">`.",
    )
}

/// The edit under that key of the first page of a manual, which can't be left out.
fn fix_start(page: &Page, name: &str, key: &'static str, verify: String) -> Fix {
    let has = match page.document.main.word_equivalents {
        words if words == 0 || page.document.has_only_headings() => "no text".to_owned(),
        words => how_many(words, "word"),
    };
    let title = format!("Write the introduction of the manual on {name}: it has {has}");
    let fix = Fix::new(key, title, verify).opens(NEED_TEXT).step(
        "In a few paragraphs, say what the manual documents, who it is for and where to begin. \
         Link to its main parts.",
    );
    match page.meta("generator").is_some_and(|by| by.trim_start().starts_with("Doxygen")) {
        true => fix.step(
            "Doxygen takes the text from a comment or a Markdown file with `\\mainpage`, or from \
             the file that `USE_MDFILE_AS_MAINPAGE` names.",
        ),
        false => fix,
    }
}

/// The edit under that key of a page that has at most headings, as a tool leaves one where it found
/// nothing to write.
fn fix_empty(name: &str, key: &'static str, verify: String) -> Fix {
    let title = format!("Fill {name} or leave it out of the build: it has no text");
    Fix::new(key, title, verify)
        .opens(NEED_TEXT)
        .step(
            "If a tool builds the page from source code or other files, find out why it found \
             nothing: a module may have failed to load, or a chapter may be empty.",
        )
        .step(
            "If there is nothing to say, remove the page from the build, or exclude it from \
             search: `<meta name=\"robots\" content=\"noindex\">`.",
        )
}

/// The edit under that key where the text is sent, and hidden.
pub(super) fn fix_hidden(page: &Page, key: &'static str) -> Fix {
    let unseen = &page.document.unseen;
    let words = how_many(page.document.main.word_equivalents, "word");
    let verify = "Scan the page again. Its main content has the words that the page shows.";
    if let Some(line) = unseen.swallowed_line {
        return close(line, key);
    }
    let hidden = unseen.texts.iter().filter(|text| !text.is_comment);
    let longest = hidden.max_by_key(|text| text.text.len());
    let fix =
        Fix::new(key, format!("Show the text that the HTML hides: only {words} visible"), verify)
            .opens(NEED_TEXT);
    let fix = match longest {
        Some(text) => fix.step(format!(
            "The text on line {}, {}, is in an element with `hidden`, `display: none` or the \
             like. Remove that, so that the text shows without JavaScript.",
            text.line,
            in_step(&one_line(&text.text, HIDDEN_CHARACTERS))
        )),
        None => fix.step(
            "Remove `hidden`, `display: none` and the like from the elements around the text, so \
             that it shows without JavaScript.",
        ),
    };
    fix.step("Parts that readers open, such as tabs, can be `<details>` elements.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::extraction::raw_html_content::RawHtmlContent;
    use crate::catalogue::test_html::read_at;
    use crate::catalogue::test_page::{fix_of, page};
    use crate::page::Located;

    fn made_with(framework: Option<&'static str>) -> Fix {
        let mut page = page();
        page.document.main.word_equivalents = 12;
        page.document.shell.framework = framework;
        page.document.shell.empty_mounts = vec![Located { line: 9, value: "div#root".to_owned() }];
        page.document.shell.notice =
            Some(Located { line: 8, value: "You need to enable JavaScript.".to_owned() });
        fix_of(&RawHtmlContent, &page)
    }

    #[test]
    fn every_framework_has_its_way() {
        for (name, told) in [
            ("Next.js", "Server Component"),
            ("Nuxt", "useAsyncData"),
            ("SvelteKit", "+page.server.js"),
            ("Angular", "@angular/ssr"),
            ("AngularJS", "prerender"),
            ("Gatsby", "page query"),
            ("React", "renderToString"),
            ("Vue", "createSSRApp"),
        ] {
            let fix = made_with(Some(name));
            let title = format!("Render the text on the server with {name}: the HTML has 12 words");
            assert_eq!(fix.title, title);
            let steps = fix.steps.join("\n");
            assert!(steps.contains(told), "{steps}");
            assert!(steps.contains("`div#root` on line 9"), "{steps}");
        }
    }

    #[test]
    fn text_that_is_sent_hidden_is_to_be_shown() {
        let with = |swallowed: bool| {
            let mut page = page();
            page.document.main.word_equivalents = 12;
            page.document.unseen.hidden_bytes = 100_000;
            page.document.unseen.swallowed_line = swallowed.then_some(7);
            page.document.unseen.texts = vec![crate::page::unseen::UnseenText {
                line: 40,
                text: "Water should be hot.".to_owned(),
                is_comment: false,
                opens: false,
                is_folded: false,
            }];
            fix_of(&RawHtmlContent, &page)
        };
        let hidden = with(false);
        assert_eq!(hidden.title, "Show the text that the HTML hides: only 12 words visible");
        assert!(hidden.steps[0].contains("line 40, `Water should be hot.`"), "{:?}", hidden.steps);
        let swallowed = with(true);
        assert!(
            swallowed.title.starts_with("Close the `<iframe>` on line 7"),
            "{}",
            swallowed.title
        );
    }

    #[test]
    fn a_page_without_scripts_is_to_get_text() {
        let mut page = page();
        page.document.main.word_equivalents = 5;
        page.document.shell.scripts = 0;
        let fix = fix_of(&RawHtmlContent, &page);
        assert_eq!(fix.title, "Add text to `How to make tea`: the HTML has 5 words");
        let steps = fix.steps.join("\n");
        assert!(!steps.contains("server") && !steps.contains("SSR"), "{steps}");
        page.document.shell.scripts = 2;
        assert!(fix_of(&RawHtmlContent, &page).title.starts_with("Render"));
        page.document.kind.kind = crate::report::PageKind::Docs;
        assert!(fix_of(&RawHtmlContent, &page).title.starts_with("Add text"), "a manual");
    }

    #[test]
    fn the_first_page_of_a_manual_is_to_be_written() {
        let of = |path: &str| {
            let html = "<html lang=en><meta name=generator content='Doxygen 1.9.4'>\
                        <link rel=stylesheet href=doxygen.css><title>Tea: Main Page</title>\
                        <div class=header><div class=headertitle><div class=title>Tea</div></div>\
                        </div><div class=contents></div><p>Generated for Tea by Doxygen";
            let page = read_at(&format!("https://docs.host.test/tea/{path}"), html);
            assert_eq!(page.document.main.word_equivalents, 0, "the footer is none of it");
            fix_of(&RawHtmlContent, &page)
        };
        let start = of("index.html");
        assert!(start.title.starts_with("Write the introduction of the manual"), "{}", start.title);
        let steps = start.steps.join("\n");
        assert!(!steps.contains("noindex") && !steps.contains("remove"), "{steps}");
        assert!(steps.contains("`\\mainpage`"), "{steps}");
        let other = of("brewing.html");
        assert!(other.title.starts_with("Fill "), "{}", other.title);
    }

    #[test]
    fn without_one_the_way_is_general() {
        let fix = made_with(None);
        assert_eq!(fix.title, "Render the text on the server: the HTML has 12 words");
        assert!(fix.steps[1].contains("prerendering"), "{:?}", fix.steps);
        assert!(fix.steps[2].contains("line 8"), "{:?}", fix.steps);
        assert_eq!((fix.key, fix.snippet), ("raw-html-content", None));
        assert!(fix.opens.contains(&"content-wall"));
    }
}
