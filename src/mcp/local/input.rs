//! What a local session is asked to scan: a URL, a file, or HTML in the call.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use citable_actors::fetch::{FetchLimits, Fetcher, TargetUrl, parse_target};
use url::Url;

use crate::cli::page::page_url;
use crate::http::MIB;
use crate::http::problem::{Code, Problem};
use crate::mcp::page_text::echo_address;

/// Endings of files that may be read.
const ENDINGS: [&str; 2] = ["html", "htm"];

/// The arguments that name a page.
pub(super) struct Given {
    pub(super) url: Option<String>,
    pub(super) file: Option<String>,
    pub(super) html: Option<String>,
    pub(super) base_url: Option<String>,
}

/// A page.
pub(super) enum Input {
    /// On the web.
    Url(Box<TargetUrl>),
    /// At hand.
    Page {
        /// What it is, in words.
        name: String,
        body: Vec<u8>,
        /// Its public URL.
        url: Option<Url>,
        /// What stands for its URL in results, where that isn't known.
        place: String,
    },
}

impl Input {
    /// Reads the arguments, and the file that they name.
    ///
    /// # Errors
    /// `invalid_request`, `invalid_url`, or `not_found`.
    pub(super) fn of(given: Given, fetcher: Option<&Fetcher>) -> Result<Self, Problem> {
        match given {
            Given { url: Some(url), file: None, html: None, base_url: None } => {
                target(&url, fetcher)
            }
            Given { url: Some(_), file: None, html: None, base_url: Some(_) } => {
                let message = "`baseUrl` is for `file` and `html` only. Omit it when you send \
                               `url`.";
                Err(Problem::invalid_request(message).about("baseUrl"))
            }
            Given { url: None, file: Some(file), html: None, base_url } => {
                let url = base(base_url)?;
                let path = Path::new(&file);
                let body = read(path)?;
                let whole =
                    path.canonicalize().ok().and_then(|path| Url::from_file_path(path).ok());
                let place = whole.map_or_else(|| file.clone(), String::from);
                Ok(Self::Page { name: echo_address(&file), body, url, place })
            }
            Given { url: None, file: None, html: Some(html), base_url } => {
                let limit = FetchLimits::default().page_bytes;
                if html.len() > limit {
                    return Err(too_large("`html`", limit).about("html"));
                }
                let url = base(base_url)?;
                let name = "`html`".to_owned();
                Ok(Self::Page { name, body: html.into_bytes(), url, place: String::new() })
            }
            _ => Err(Problem::invalid_request("Send exactly one of `url`, `file` and `html`.")),
        }
    }

    /// What a result names as the URL.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Url(target) => target.url().to_string(),
            Self::Page { url: Some(url), .. } => url.to_string(),
            Self::Page { url: None, place, .. } => place.clone(),
        }
    }
}

fn target(url: &str, fetcher: Option<&Fetcher>) -> Result<Input, Problem> {
    let invalid = |message: String| Problem::new(Code::InvalidUrl, message);
    let Some(fetcher) = fetcher else {
        let message = "This session runs with --offline, so it can't fetch a URL.";
        return Err(invalid(message.to_owned()));
    };
    parse_target(url, fetcher.settings())
        .map(|target| Input::Url(Box::new(target)))
        .map_err(|error| invalid(format!("Can't fetch {}: {error}.", echo_address(url))))
}

fn base(given: Option<String>) -> Result<Option<Url>, Problem> {
    let wrong = |_| {
        let message = "`baseUrl` must be the page's https URL, such as \
                       https://www.example.org/guide.";
        Problem::invalid_request(message).about("baseUrl")
    };
    given.map(|text| page_url(&text)).transpose().map_err(wrong)
}

/// The bytes of a file, if that is one that holds a page.
fn read(path: &Path) -> Result<Vec<u8>, Problem> {
    let name = echo_address(&path.display().to_string());
    let refused = |why: String| Problem::invalid_request(why).about("file");
    let unreadable = |error: std::io::Error| {
        let why = crate::cli::output::without_os_code(&error.to_string());
        Problem::not_found(format!("Can't read {name}: {why}.")).about("file")
    };
    // What a link leads to counts.
    let whole = path.canonicalize().map_err(unreadable)?;
    let ending = |path: &Path| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
    };
    let metadata = whole.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(refused(format!("{name} is a folder. Pass the file of one page.")));
    }
    if !ending(path) || !ending(&whole) {
        return Err(refused(format!("{name} isn't an .html or .htm file.")));
    }
    if !metadata.is_file() {
        return Err(refused(format!("{name} isn't a regular file.")));
    }
    let limit = FetchLimits::default().page_bytes;
    let most = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut body = Vec::new();
    let file = File::open(&whole).map_err(unreadable)?;
    file.take(most.saturating_add(1)).read_to_end(&mut body).map_err(unreadable)?;
    match body.len() > limit {
        true => Err(too_large(&name, limit).about("file")),
        false => Ok(body),
    }
}

fn too_large(name: &str, limit: usize) -> Problem {
    let most = limit / MIB;
    Problem::invalid_request(format!("{name} is larger than {most} MiB, the limit for a page."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(path: &Path) -> String {
        read(path).unwrap_err().message().to_owned()
    }

    #[test]
    fn only_files_of_pages_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a.HTML"), "<p>Tea").unwrap();
        assert_eq!(read(&at("a.HTML")).unwrap(), b"<p>Tea");
        std::fs::write(at("secret.txt"), "<p>Tea").unwrap();
        assert!(refused(&at("secret.txt")).contains("isn't an .html or .htm file"));
        std::os::unix::fs::symlink(at("secret.txt"), at("link.html")).unwrap();
        assert!(refused(&at("link.html")).contains("isn't an .html or .htm file"));
        std::fs::create_dir(at("folder.html")).unwrap();
        assert!(refused(&at("folder.html")).contains("is a folder"));
        assert!(refused(&at("missing.html")).contains("No such file"));
        let limit = FetchLimits::default().page_bytes;
        std::fs::write(at("large.html"), vec![b' '; limit + 1]).unwrap();
        assert!(refused(&at("large.html")).contains("is larger than 5 MiB"));
    }

    #[test]
    fn a_call_names_one_page() {
        let given = |url: Option<&str>, html: Option<&str>, base: Option<&str>| {
            let owned = |text: Option<&str>| text.map(str::to_owned);
            let given =
                Given { url: owned(url), file: None, html: owned(html), base_url: owned(base) };
            Input::of(given, None).map(|input| input.shown())
        };
        let told = |result: Result<String, Problem>| result.unwrap_err().message().to_owned();
        assert!(told(given(None, None, None)).contains("exactly one of"));
        assert!(told(given(Some("a"), Some("b"), None)).contains("exactly one of"));
        assert!(told(given(Some("a"), None, Some("b"))).contains("Omit it when you send `url`"));
        assert!(told(given(Some("https://example.org/"), None, None)).contains("--offline"));
        assert!(told(given(None, Some("<p>"), Some("http://a"))).contains("https URL"));
        let url = given(None, Some("<p>"), Some("https://example.org/a"));
        assert_eq!(url.unwrap(), "https://example.org/a");
    }
}
