//! What surrounds the content of every page: title, navigation, theme and who is signed in.

use std::fmt::Write as _;

use hyper::header::HeaderMap;
use serde_json::{Value, json};

use crate::http::App;
use crate::http::call::{Call, Head};
use crate::http::caller::cookie;
use crate::web::assets;

/// Name of the cookie that keeps the chosen theme.
pub(crate) const THEME_COOKIE: &str = "theme";

/// What link previews say of pages without a description of their own.
const ABOUT: &str = "Citable scores web pages for how ready they are to be cited by AI answer \
    engines, and shows the fixes that gain the most.";

/// What surrounds a page's content.
pub(crate) struct Shell {
    /// Title, without the site's name.
    pub(crate) title: String,
    /// One sentence for search results and link previews.
    pub(crate) description: String,
    /// Canonical URL, for pages that may be indexed.
    pub(crate) canonical: Option<String>,
    /// URL of the page's Markdown form.
    pub(crate) markdown: Option<String>,
    /// Structured data (JSON-LD), ready to stand in a script element.
    pub(crate) json_ld: Option<String>,
    /// Path of the page, for the navigation.
    pub(crate) path: String,
    /// Email address of the person who is signed in.
    pub(crate) signed_in: Option<String>,
    /// Theme the visitor chose.
    pub(crate) theme: Theme,
    /// URL of the site.
    pub(crate) site: String,
    /// True if the service runs in development mode.
    pub(crate) development: bool,
    /// Seconds after which a browser without scripts loads the page again.
    pub(crate) refresh: Option<u8>,
}

impl Shell {
    /// Returns the surroundings of a page that search engines don't index.
    pub(crate) fn new(call: &Call, title: impl Into<String>) -> Self {
        let signed_in = call.caller.account().map(|account| account.email.clone());
        Self { signed_in, ..Self::bare(call.app(), &call.head, title) }
    }

    /// The same where nobody asked who the visitor is.
    pub(crate) fn bare(app: &App, head: &Head, title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            description: ABOUT.to_owned(),
            canonical: None,
            markdown: None,
            json_ld: None,
            path: head.parts.uri.path().to_owned(),
            signed_in: None,
            theme: Theme::of(&head.parts.headers),
            site: app.link(""),
            development: app.development,
            refresh: None,
        }
    }

    /// The same for a page that search engines index at that path.
    pub(crate) fn public(call: &Call, title: impl Into<String>, path: &str, about: &str) -> Self {
        Self {
            canonical: Some(call.app().link(path)),
            description: about.to_owned(),
            ..Self::new(call, title)
        }
    }

    /// The same for a page that the API serves, too: whatever its address and whoever looks, it is
    /// the same.
    pub(crate) fn shared(call: &Call, title: impl Into<String>, path: &str) -> Self {
        let bare = Self::bare(call.app(), &call.head, title);
        Self { path: path.to_owned(), theme: Theme::System, ..bare }
    }

    /// Title of the browser's tab.
    pub(crate) fn full_title(&self) -> String {
        match self.path.as_str() {
            "/" => format!("Citable: {}", self.title),
            _ => format!("{} | Citable", self.title),
        }
    }

    /// Names of the themes, each with whether it is the chosen one.
    pub(crate) fn themes(&self) -> [(&'static str, bool); 3] {
        Theme::ALL.map(|(theme, name)| (name, theme == self.theme))
    }

    /// URL path of one of the site's files.
    pub(crate) fn asset(&self, name: &str) -> &'static str {
        assets::path(name)
    }

    /// Attribute of a link of the navigation.
    pub(crate) fn current(&self, section: &str) -> &'static str {
        let below = self.path.strip_prefix(section);
        match below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
            true => "page",
            false => "false",
        }
    }
}

/// Color scheme of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system is set.
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The themes with their names.
    pub(crate) const ALL: [(Self, &'static str); 3] =
        [(Self::System, "system"), (Self::Light, "light"), (Self::Dark, "dark")];

    fn of(headers: &HeaderMap) -> Self {
        cookie(headers, THEME_COOKIE).and_then(Self::parse).unwrap_or(Self::System)
    }

    /// Returns the theme of that name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(theme, _)| *theme)
    }

    /// Name of the theme.
    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(theme, _)| *theme == self).map_or("", |(_, name)| name)
    }
}

/// Returns structured data as it may stand in a script element: nothing in it ends the element.
pub(crate) fn json_ld(value: &Value) -> String {
    value.to_string().chars().fold(String::new(), |mut text, char| {
        match char {
            '<' | '>' | '&' => {
                let _infallible = write!(text, "\\u{:04x}", u32::from(char));
            }
            _ => text.push(char),
        }
        text
    })
}

/// Returns the publisher of the site, as structured data.
pub(crate) fn publisher(site: &str) -> Value {
    json!({ "@type": "Organization", "@id": format!("{site}/#organization"), "name": "Citable",
        "url": format!("{site}/"), "logo": format!("{site}{}", assets::path("card.png")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structured_data_cannot_end_its_element() {
        let text = json_ld(&json!({ "name": "</script><b>&" }));
        assert!(!text.contains(['<', '>', '&']), "{text}");
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["name"], "</script><b>&");
    }

    #[test]
    fn an_unknown_theme_is_the_systems() {
        let with = |value: &str| {
            Theme::of(&HeaderMap::from_iter([(hyper::header::COOKIE, value.parse().unwrap())]))
        };
        assert_eq!(with("theme=dark"), Theme::Dark);
        assert_eq!(with("sid=x; theme=light"), Theme::Light);
        assert_eq!(with("theme=%22><script>"), Theme::System);
    }
}
