//! Where a link leads that redirects elsewhere. What it leads to is not asked for: the redirect
//! itself says its address.

use std::net::SocketAddr;

use citable_checks::url::registrable_domain;
use http::header::{ACCEPT, HeaderName, HeaderValue, LOCATION, USER_AGENT};
use isahc::config::Configurable as _;
use isahc::net::Dialer;
use isahc::{HttpClient, Request};
use url::Url;

use super::careful::{CarefulClient, Head};
use super::client::is_redirect;
use super::client::{client_builder, from_there, header_bytes, user_agent};
use super::failure::RequestError;
use super::resolve::Resolver;
use super::settings::FetchSettings;
use super::target::{TargetUrl, check_url, parse_as_spelled};
use crate::fetch::error::FetchError;

/// Asks what links redirect to, through the gate: each request goes to a public https address that
/// was judged, and no body is read.
pub(crate) struct Links {
    http: HttpClient,
    careful: CarefulClient,
    user_agent: HeaderValue,
    resolver: Resolver,
    settings: FetchSettings,
}

impl Links {
    /// # Errors
    /// The base URL, the certificates, the name servers or the machine do not permit a client.
    pub(crate) fn new(settings: &FetchSettings) -> Result<Self, FetchError> {
        let about = format!("{}/bot", settings.base_url.trim_end_matches('/'));
        let http = client_builder(settings)?.build().map_err(FetchError::Client)?;
        Ok(Self {
            http,
            careful: CarefulClient::new(settings)?,
            user_agent: HeaderValue::try_from(user_agent(&about))
                .map_err(|_| FetchError::BaseUrl)?,
            resolver: Resolver::new(settings)?,
            settings: settings.clone(),
        })
    }

    /// The first address on another host that the link redirects to; none where it leads to no
    /// public name, or does not redirect.
    pub(crate) async fn destination(&self, link: &str) -> Option<Url> {
        let mut target = parse_as_spelled(link, &self.settings).ok()?;
        for _hop in 0..self.settings.limits.redirects {
            let location = self.location(&target).await.ok()??;
            let next = target.url().join(&location).ok()?;
            if next.host_str() != target.url().host_str() {
                let is_web = matches!(next.scheme(), "https" | "http");
                return (is_web && registrable_domain(&next).is_some()).then_some(next);
            }
            target = check_url(next, &self.settings).ok()?;
        }
        None
    }

    /// Where an address redirects to, as it is written; none where it does not.
    async fn location(&self, target: &TargetUrl) -> Result<Option<String>, RequestError> {
        let mut outcome = Err(RequestError::Unreachable);
        for address in self.resolver.resolve(target).await? {
            outcome = self.ask(target, address).await;
            if !matches!(outcome, Err(RequestError::Unreachable | RequestError::ConnectTimedOut)) {
                break;
            }
        }
        outcome
    }

    async fn ask(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
    ) -> Result<Option<String>, RequestError> {
        // The client reads `file:` addresses too; none may come this far.
        if target.url().scheme() != "https" {
            return Err(RequestError::Unsendable);
        }
        let fields =
            [(USER_AGENT, self.user_agent.clone()), (ACCEPT, HeaderValue::from_static("*/*"))];
        let head = match self.ask_usually(target, address, &fields).await {
            // It may have answered all the same.
            Err(RequestError::Broken) => self.careful.get(target, address, &fields).await?.0,
            head => head?,
        };
        if header_bytes(&head.headers) > self.settings.limits.header_bytes {
            return Err(RequestError::HeadersTooLarge);
        }
        if !is_redirect(head.status.as_u16()) {
            return Ok(None);
        }
        let location = head.headers.get(LOCATION).and_then(|value| value.to_str().ok());
        Ok(location.map(str::to_owned))
    }

    async fn ask_usually(
        &self,
        target: &TargetUrl,
        address: SocketAddr,
        fields: &[(HeaderName, HeaderValue)],
    ) -> Result<Head, RequestError> {
        let request =
            fields.iter().fold(Request::get(target.as_str()), |request, (name, value)| {
                request.header(name, value)
            });
        let request = request
            .dial(Dialer::ip_socket(address))
            .timeout(self.settings.limits.first_byte)
            .body(())
            .map_err(|_| RequestError::Unsendable)?;
        let response = from_there(target, address, self.http.send_async(request).await?)?;
        let (parts, _body) = response.into_parts();
        Ok(Head { status: parts.status, headers: parts.headers })
    }
}

#[cfg(test)]
mod tests {
    use citable_test_support::canary::Canary;
    use citable_test_support::https_origin::HttpsOrigin;
    use citable_test_support::reply::Reply;

    use super::*;

    const HOST: &str = "redirects.citable-test.net";
    const OTHER: &str = "pages.citable-test.net";

    fn links(origin: &HttpsOrigin) -> Links {
        let mut settings = FetchSettings {
            extra_ca_file: Some(origin.ca_file()),
            allow_cidrs: vec![format!("{}/32", origin.address().ip()).parse().unwrap()],
            allow_ports: vec![origin.address().port()],
            ..FetchSettings::default()
        };
        settings.resolve.add(HOST, origin.address().ip());
        settings.resolve.add("inwards.citable-test.net", "10.0.0.1".parse().unwrap());
        Links::new(&settings).unwrap()
    }

    #[tokio::test]
    async fn a_link_leads_where_its_redirect_says_and_nobody_goes_there() {
        let origin = HttpsOrigin::start(&[HOST, OTHER]).await;
        let page = origin.url(OTHER, "/tides");
        origin.route(HOST, "/direct", Reply::redirect(302, &page));
        origin.route(HOST, "/twice", Reply::redirect(301, "/direct"));
        origin.route(HOST, "/plain", Reply::redirect(302, "http://www.example.org/tides"));
        origin.route(HOST, "/endless", Reply::redirect(302, &page).endless("x"));
        let links = links(&origin);
        for (path, expected) in [
            ("/direct", page.as_str()),
            ("/twice", page.as_str()),
            ("/plain", "http://www.example.org/tides"),
            ("/endless", page.as_str()),
        ] {
            let found = links.destination(&origin.url(HOST, path)).await;
            assert_eq!(found.as_ref().map(Url::as_str), Some(expected), "{path}");
        }
        assert!(origin.paths(OTHER).is_empty(), "{:?}", origin.paths(OTHER));
    }

    #[tokio::test]
    async fn what_leads_nowhere_leads_nowhere() {
        let origin = HttpsOrigin::start(&[HOST]).await;
        let canary = Canary::start();
        let inwards = format!("https://127.0.0.1:{}/", canary.port());
        origin.route(HOST, "/page", Reply::html("A page."));
        origin.route(HOST, "/inwards", Reply::redirect(302, &inwards));
        origin.route(HOST, "/script", Reply::redirect(302, "javascript:alert(1)"));
        origin.route(HOST, "/name", Reply::redirect(302, "https://localhost/"));
        origin.route(HOST, "/nowhere", Reply::new(302));
        origin.route(HOST, "/round", Reply::redirect(302, "/round"));
        origin.route(HOST, "/down", Reply::redirect(302, &format!("http://{HOST}/page")));
        let links = links(&origin);
        let paths =
            ["/page", "/inwards", "/script", "/name", "/nowhere", "/round", "/down", "/none"];
        for path in paths {
            assert_eq!(links.destination(&origin.url(HOST, path)).await, None, "{path}");
        }
        assert_eq!(origin.paths(HOST).iter().filter(|path| *path == "/round").count(), 5);
        for link in [
            inwards.as_str(),
            "https://10.0.0.1/",
            "https://inwards.citable-test.net/",
            "http://redirects.citable-test.net/direct",
            "file:///etc/passwd",
            "",
        ] {
            assert_eq!(links.destination(link).await, None, "{link}");
        }
        assert!(!canary.is_touched());
    }
}
