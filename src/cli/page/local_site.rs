//! Pages that only this machine or its network can reach.

use std::net::{Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Ends of names that only a private network knows.
const PRIVATE_NAMES: [&str; 5] = ["localhost", "local", "internal", "lan", "test"];

/// The command that a URL was given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Asked {
    Scan,
    Read,
    Render,
    Site,
}

impl Asked {
    /// The command for one page.
    const fn of_page(self) -> &'static str {
        match self {
            Self::Scan | Self::Site => "citable scan",
            Self::Read => "citable read",
            Self::Render => "citable render",
        }
    }

    /// What the command says of itself for a page at hand: only a scan fetches robots.txt.
    const fn offline(self) -> &'static str {
        match self {
            Self::Scan | Self::Site => " --offline",
            Self::Read | Self::Render => "",
        }
    }
}

/// How that command gets the page of a URL that isn't fetched since it is local, or isn't https.
pub(in crate::cli) fn how_to(asked: Asked, url: &str) -> Option<String> {
    let whole = if url.contains("://") { url.to_owned() } else { format!("http://{url}") };
    let url = Url::parse(&whole).ok()?;
    let is_local = is_local(&url);
    let reason = match url.scheme() {
        "http" | "https" if is_local => "isn't on the public internet",
        "http" => "isn't an https URL",
        _ => return None,
    };
    let is_public_over_https = !is_local && !whole.contains('@');
    let https = if is_public_over_https { "Use https://, or pipe" } else { "Pipe" };
    // A quote would end the shell's word.
    let address = url.as_str().replace('\'', "%27");
    let path = url.path().replace('\'', "%27");
    if asked == Asked::Site && is_local {
        return Some(format!(
            "{url} {reason}, and `citable site` fetches public URLs only. Build the site, and scan \
             its folder:\n  citable site FOLDER --base-url 'https://your-site.example/'"
        ));
    }
    let (command, offline) = (asked.of_page(), asked.offline());
    if url.scheme() == "http" && is_this_machine(&url) {
        let note = match asked {
            Asked::Scan => "\nIts robots.txt and llms.txt are fetched from the same server.",
            _ => "",
        };
        return Some(format!(
            "{url} isn't on the public internet. Pass the URL that its page will have:\n  \
             {command} '{address}' --as 'https://your-site.example{path}'{note}"
        ));
    }
    let note = match asked {
        Asked::Scan => {
            "\nWithout --offline, the robots.txt of the public URL is fetched and judged too."
        }
        _ => "",
    };
    Some(format!(
        "{url} {reason}. {https} its HTML in and pass its public URL:\n  \
         curl -sf '{address}' | {command} -{offline} --base-url 'https://your-site.example{path}'\n\
         Or save the page and name the file:\n  \
         {command} page.html{offline} --base-url 'https://your-site.example{path}'{note}"
    ))
}

/// How to scan a page of this machine as that of a public URL, where `url` is one.
pub(super) fn as_own(url: &str, public: &Url) -> Option<String> {
    let whole = if url.contains("://") { url.to_owned() } else { format!("http://{url}") };
    let url = Url::parse(&whole).ok().filter(is_this_machine)?;
    let address = url.as_str().replace('\'', "%27");
    let public = public.as_str().replace('\'', "%27");
    Some(format!(
        "--base-url sets the public URL of a file. For a page that a server on this machine \
         serves, use --as:\n  citable scan '{address}' --as '{public}'"
    ))
}

/// What to say of a server that isn't on this machine, though `--as` named one.
pub(super) fn another_machine(url: &Url, stands_at: &Url) -> String {
    let address = url.as_str().replace('\'', "%27");
    let public = stands_at.as_str().replace('\'', "%27");
    format!(
        "{} is another machine, and --as is only for servers on this one. Pipe the HTML in \
         instead:\n  curl -sf '{address}' | citable scan - --offline --base-url '{public}'",
        url.host_str().unwrap_or_default()
    )
}

/// What to check where a name has no address.
pub(in crate::cli) fn not_resolved(url: &str) -> String {
    let whole = if url.contains("://") { url.to_owned() } else { format!("https://{url}") };
    let host = Url::parse(&whole).ok().and_then(|url| url.host_str().map(str::to_owned));
    format!(
        "{} couldn't be resolved from this machine. Check the name, and that this machine is \
         online.",
        host.as_deref().unwrap_or(url)
    )
}

/// Whether the host is this machine by its spelling.
fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.to_canonical().is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => is_local_v4(ip),
        Some(Host::Ipv6(ip)) => is_local_v6(ip),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            let last = name.rsplit('.').next().unwrap_or_default();
            !name.contains('.') || PRIVATE_NAMES.contains(&last)
        }
        None => false,
    }
}

fn is_local_v4(ip: Ipv4Addr) -> bool {
    ip.is_loopback() || ip.is_private() || ip.is_link_local() || ip.is_unspecified()
}

fn is_local_v6(ip: Ipv6Addr) -> bool {
    let mapped = ip.to_ipv4_mapped().is_some_and(is_local_v4);
    let is_private = ip.is_unique_local() || ip.is_unicast_link_local();
    mapped || is_private || ip.is_loopback() || ip.is_unspecified()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_page_is_answered_with_how_to_scan_it() {
        for url in [
            "https://localhost:3000",
            "https://127.0.0.1/",
            "http://192.168.0.7/",
            "https://app.local/",
            "https://intranet/",
        ] {
            let advice = how_to(Asked::Scan, url).unwrap();
            assert!(advice.contains("isn't on the public internet. Pipe its HTML"), "{advice}");
            assert!(
                advice
                    .contains("| citable scan - --offline --base-url 'https://your-site.example/'")
            );
        }
        let advice = how_to(Asked::Scan, "http://app.local/a?b='c'").unwrap();
        assert!(advice.contains("curl -sf 'http://app.local/a?b=%27c%27' |"), "{advice}");
    }

    #[test]
    fn a_server_on_this_machine_is_scanned_as_its_public_url() {
        for url in ["http://localhost:3000/a", "localhost:3000/a", "http://[::1]:8080/a"] {
            let advice = how_to(Asked::Scan, url).unwrap();
            assert!(advice.contains("/a' --as 'https://your-site.example/a'"), "{advice}");
        }
    }

    #[test]
    fn the_command_that_was_given_is_named() {
        let local = "http://localhost:3000/a";
        let read = how_to(Asked::Read, local).unwrap();
        assert!(read.contains("citable read 'http://localhost:3000/a' --as"), "{read}");
        assert!(!read.contains("llms.txt") && !read.contains("citable scan"), "{read}");
        let piped = how_to(Asked::Read, "http://10.0.0.7/a").unwrap();
        assert!(piped.contains("| citable read - --base-url"), "{piped}");
        assert!(!piped.contains("--offline"), "{piped}");
        let site = how_to(Asked::Site, "http://localhost:3000/sitemap.xml").unwrap();
        assert!(site.contains("citable site FOLDER --base-url"), "{site}");
        assert!(!site.contains("citable scan"), "{site}");
    }

    #[test]
    fn a_name_without_address_is_told_with_what_to_check() {
        for url in ["nowhere.example/a", "https://nowhere.example/a"] {
            let advice = not_resolved(url);
            assert!(advice.starts_with("nowhere.example couldn't be resolved"), "{advice}");
        }
    }

    #[test]
    fn the_public_url_of_a_server_is_named_by_as() {
        let public = Url::parse("https://www.example.org/a").unwrap();
        for url in ["http://localhost:3000/a", "127.0.0.1:3000/a"] {
            let advice = as_own(url, &public).unwrap();
            assert!(advice.ends_with("/a' --as 'https://www.example.org/a'"), "{advice}");
        }
        assert_eq!(as_own("https://www.example.org/b", &public), None);
        let other = Url::parse("http://10.0.0.5:3000/a").unwrap();
        let advice = another_machine(&other, &public);
        assert!(advice.starts_with("10.0.0.5 is another machine"), "{advice}");
        assert!(advice.contains("curl -sf 'http://10.0.0.5:3000/a' | citable scan -"), "{advice}");
    }

    #[test]
    fn a_public_page_is_scanned_over_https() {
        let advice = how_to(Asked::Scan, "http://www.example.com/").unwrap();
        assert!(advice.contains("isn't an https URL. Use https://, or pipe"), "{advice}");
        for url in ["https://www.example.com:8443/", "ftp://www.example.com/", "https://"] {
            assert_eq!(how_to(Asked::Scan, url), None, "{url}");
        }
    }
}
