//! How to get the text into the HTML, by the framework that the page is made with.

use crate::catalogue::extraction::need_text::NEED_TEXT;
use crate::fix::Fix;
use crate::page::Page;
use crate::paste::{in_step, in_title, shell};

/// How one framework renders on the server.
struct Recipe {
    name: &'static str,
    steps: &'static [&'static str],
    snippet: Option<&'static str>,
}

const RECIPES: [Recipe; 7] = [
    Recipe {
        name: "Next.js",
        steps: &[
            "Load the text in a Server Component, or in getStaticProps or getServerSideProps of the \
             Pages Router; not in useEffect, nor behind dynamic(…, { ssr: false }).",
            "Move \"use client\" down to the small components that need it, below the text.",
        ],
        snippet: Some(
            "// app/…/page.jsx, without \"use client\"\nexport default async function Page() {\n  \
             const text = await loadText();\n  return <main>{text}</main>;\n}",
        ),
    },
    Recipe {
        name: "Nuxt",
        steps: &[
            "Set ssr to true, or prerender this route with routeRules.",
            "Load the text with useAsyncData or useFetch, and take it out of <ClientOnly>.",
        ],
        snippet: Some("// nuxt.config.ts\nexport default defineNuxtConfig({ ssr: true })"),
    },
    Recipe {
        name: "SvelteKit",
        steps: &[
            "Take ssr = false out of the route and of the layouts above it.",
            "Load the text in load() of +page.server.js, not in onMount.",
        ],
        snippet: Some(
            "// +page.server.js\nexport const ssr = true;\nexport const prerender = true; // where \
             the text is the same for everyone",
        ),
    },
    Recipe {
        name: "Angular",
        steps: &[
            "Add server rendering with `ng add @angular/ssr`, and set this route to prerender or \
             server.",
            "See that the text is loaded on the server too, and not only in the browser.",
        ],
        snippet: Some(
            "// app.routes.server.ts\nexport const serverRoutes: ServerRoute[] = [\n  { path: '**', \
             renderMode: RenderMode.Prerender },\n];",
        ),
    },
    Recipe {
        name: "Gatsby",
        steps: &[
            "Take the text from a page query or from the context of createPage, which is rendered at \
             build time; not from a request in useEffect.",
        ],
        snippet: None,
    },
    Recipe {
        name: "React",
        steps: &[
            "Render the routes with text at build time or on the server: with a framework that does \
             it (Next.js, React Router, Astro), or with renderToString of react-dom/server.",
        ],
        snippet: None,
    },
    Recipe {
        name: "Vue",
        steps: &[
            "Render the routes with text at build time or on the server: with Nuxt or vite-ssg, or \
             with createSSRApp and renderToString.",
        ],
        snippet: None,
    },
];

/// The edit under that key.
pub(super) fn fix(page: &Page, key: &'static str) -> Fix {
    let document = &page.document;
    let words = document.main.word_equivalents;
    let recipe =
        document.shell.framework.and_then(|name| RECIPES.iter().find(|recipe| recipe.name == name));
    let how = recipe.map_or_else(String::new, |recipe| format!(" with {}", recipe.name));
    let mut fix = Fix::new(
        key,
        format!("Render the text on the server{how}: {words} words are in the HTML"),
        format!(
            "`curl -s {}` shows the text of the page, without a browser.",
            shell(&page.final_url)
        ),
    )
    .opens(NEED_TEXT);
    if let Some(mount) = document.shell.empty_mounts.first() {
        fix = fix.step(format!(
            "{} in line {} is empty until a script fills it: that is what has to come filled.",
            in_step(&mount.value),
            mount.line
        ));
    }
    match recipe {
        Some(recipe) => fix.steps.extend(recipe.steps.iter().map(|step| (*step).to_owned())),
        None => fix.steps.push(
            "Render the routes with text at build time or on the server, with the mode that your \
             framework has for it (SSR, SSG, prerendering)."
                .to_owned(),
        ),
    }
    if let Some(notice) = &document.shell.notice {
        fix = fix.step(format!(
            "Then the notice in line {} ({}) can go.",
            notice.line,
            in_title(&notice.value)
        ));
    }
    let fix = fix.step(
        "Text in a JSON script such as __NEXT_DATA__ is none to readers; a prerendering service in \
         front of the site is a stopgap.",
    );
    match recipe.and_then(|recipe| recipe.snippet) {
        Some(snippet) => fix.snippet(snippet),
        None => fix,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::extraction::raw_html_content::RawHtmlContent;
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
            ("Gatsby", "page query"),
            ("React", "renderToString"),
            ("Vue", "createSSRApp"),
        ] {
            let fix = made_with(Some(name));
            let title =
                format!("Render the text on the server with {name}: 12 words are in the HTML");
            assert_eq!(fix.title, title);
            let steps = fix.steps.join("\n");
            assert!(steps.contains(told), "{steps}");
            assert!(steps.contains("`div#root` in line 9"), "{steps}");
        }
    }

    #[test]
    fn without_one_the_way_is_general() {
        let fix = made_with(None);
        assert_eq!(fix.title, "Render the text on the server: 12 words are in the HTML");
        assert!(fix.steps[1].contains("prerendering"), "{:?}", fix.steps);
        assert!(fix.steps[2].contains("line 8"), "{:?}", fix.steps);
        assert_eq!((fix.key, fix.snippet), ("raw-html-content", None));
        assert!(fix.opens.contains(&"content-wall"));
    }
}
