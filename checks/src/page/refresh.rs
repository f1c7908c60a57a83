//! What `<meta http-equiv=refresh>` asks for, and scripts that do the same.

use html5ever::local_name;
use select::document::Document;
use select::node::Node;
use select::predicate::Name;

use crate::page::tree::attribute;
use crate::page::{Located, MetaRefresh};

/// Reads the `content` of a refresh: seconds, then an address after `;` or `,`, with or without
/// `url=` and quotes. Source: HTML, section 4.2.5.3, shared declarative refresh steps.
pub(crate) fn meta_refresh(content: &str) -> Option<MetaRefresh> {
    let digits = content.find(|c: char| !c.is_ascii_digit()).unwrap_or(content.len());
    let (seconds, rest) = content.split_at(digits);
    let seconds = match seconds {
        "" if rest.starts_with('.') => 0,
        "" => return None,
        seconds => seconds.parse().unwrap_or(u32::MAX),
    };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let rest = rest.trim_start().trim_start_matches([';', ',']).trim_start();
    let url = match rest.get(..3) {
        Some(name) if name.eq_ignore_ascii_case("url") => {
            let after = rest[3..].trim_start();
            after.strip_prefix('=').map_or(rest, str::trim_start)
        }
        _ => rest,
    };
    let url = match url.chars().next() {
        Some(quote @ ('"' | '\'')) => url[1..].split(quote).next().unwrap_or_default(),
        _ => url,
    };
    let url = url.trim();
    Some(MetaRefresh { seconds, url: (!url.is_empty()).then(|| url.to_owned()) })
}

/// The first script that leads to another URL whenever the page is loaded, with that URL.
pub(crate) fn script_redirect(document: &Document, lines: &[u32]) -> Option<Located<String>> {
    let scripts = document.find(Name("script"));
    let inline = scripts.filter(|one| attribute(*one, &local_name!("src")).is_none());
    inline.filter(|one| is_javascript(*one)).find_map(|script| {
        let text: String = script.children().filter_map(|child| child.as_text()).collect();
        let value = redirect_target(&text)?.to_owned();
        Some(Located { line: lines.get(script.index()).copied().unwrap_or_default(), value })
    })
}

fn is_javascript(script: Node<'_>) -> bool {
    let kind = attribute(script, &local_name!("type")).unwrap_or_default();
    kind.is_empty()
        || kind.eq_ignore_ascii_case("module")
        || kind.to_lowercase().contains("javascript")
}

/// Where a script leads that is hardly more than that: `location.href = "/new" + location.hash`. One
/// that asks something first, or waits for something, may not lead there.
fn redirect_target(script: &str) -> Option<&str> {
    /// Bytes of such a script.
    const BYTES: usize = 500;
    const ASKS: [&str; 8] = [
        "if",
        "function",
        "addEventListener",
        "switch",
        "while",
        "try",
        "setTimeout",
        "setInterval",
    ];
    const CALLS: [&str; 2] = [".replace(", ".assign("];
    const OBJECTS: [&str; 4] = ["window.", "document.", "top.", "self."];
    let mut words = script.split(|char: char| !char.is_alphanumeric());
    if script.len() > BYTES || script.contains("=>") || words.any(|word| ASKS.contains(&word)) {
        return None;
    }
    // A comment or a text that names the object leads nowhere.
    script.split([';', '\n']).find_map(|statement| {
        let mut code = statement.trim();
        while let Some(rest) = OBJECTS.iter().find_map(|object| code.strip_prefix(object)) {
            code = rest;
        }
        let behind = code.strip_prefix("location")?;
        let called = CALLS.iter().find_map(|call| behind.strip_prefix(call));
        let value = called.or_else(|| {
            let name = behind.strip_prefix(".href").unwrap_or(behind);
            name.trim_start().strip_prefix('=')
        })?;
        let value = value.trim_start();
        let quote = value.chars().next().filter(|char| matches!(char, '"' | '\''))?;
        let (target, _) = value[1..].split_once(quote)?;
        (!target.is_empty() && !target.contains('\\')).then_some(target)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refresh(content: &str) -> Option<(u32, Option<String>)> {
        meta_refresh(content).map(|refresh| (refresh.seconds, refresh.url))
    }

    #[test]
    fn refreshes_are_read_in_every_spelling() {
        let to = |seconds, url: &str| Some((seconds, Some(url.to_owned())));
        assert_eq!(refresh("5; url=/next"), to(5, "/next"));
        assert_eq!(refresh("0;URL='https://a.example/?x=;'"), to(0, "https://a.example/?x=;"));
        assert_eq!(refresh("3, \"/quoted\" and more"), to(3, "/quoted"));
        assert_eq!(refresh("1.5 ; url = /spaced"), to(1, "/spaced"));
        assert_eq!(refresh("2 /bare"), to(2, "/bare"));
        assert_eq!(refresh("300"), Some((300, None)));
        assert_eq!(refresh("soon; url=/next"), None);
    }

    #[test]
    fn a_script_leads_where_a_statement_of_its_own_says() {
        for script in [
            "location.href = '/new'",
            "window.location.replace(\"/new\");",
            "var part = location.hash; location = '/new' + part",
        ] {
            assert_eq!(redirect_target(script), Some("/new"), "{script}");
        }
        for script in [
            "// location.href = '/new'",
            "show('<x-pot data-location=\"new\"></x-pot>')",
            "setTimeout(\"location.href='/new'\", 60000)",
            "var pot = {location: '/new'}",
        ] {
            assert_eq!(redirect_target(script), None, "{script}");
        }
    }
}
