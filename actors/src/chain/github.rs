//! Reading a repository through GitHub's REST API.

use http::header::{LINK, RETRY_AFTER};
use http::{HeaderMap, HeaderName, StatusCode};
use serde::de::DeserializeOwned;
use url::Url;

use super::board::Material;
use super::settings::{
    ANSWER_BYTES, ChainSettings, LONGEST_WAIT, PAGE_SIZE, PAGES, REQUEST_LIMIT, STATE_BYTES,
    StateFile,
};
use super::wire::{Runs, State, Variable};
use crate::clock::{SharedClock, milliseconds};
use crate::provider::{Provider, ProviderAnswer, ProviderError};

/// The version of the API that is spoken.
const VERSION: (&str, &str) = ("X-GitHub-Api-Version", "2022-11-28");
const JSON: &str = "application/vnd.github+json";
/// A file's content, as it is.
const RAW: &str = "application/vnd.github.raw+json";
const LEFT: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// Why something could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ReadError {
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error("it returned status {0}")]
    Status(StatusCode),
    /// Asked too often; milliseconds since 1970.
    #[error("its rate limit was reached")]
    LimitedUntil(i64),
    #[error("its response isn't in the expected format")]
    Form,
    #[error("its next page is on another host")]
    Elsewhere,
    #[error("it took too long")]
    TooLong,
}

/// A repository, as it is read.
pub(super) struct GitHub<'a> {
    pub(super) provider: &'a Provider,
    pub(super) settings: &'a ChainSettings,
    pub(super) clock: &'a SharedClock,
}

impl GitHub<'_> {
    /// Whether the pause switch is pressed. A variable that is not there, or not for us to see,
    /// was not read.
    pub(super) async fn is_paused(&self) -> Result<bool, ReadError> {
        let name = self.settings.pause_variable.as_str();
        let url = self.url(&["actions", "variables", name], &[])?;
        let answer = self.ask(&url, JSON, ANSWER_BYTES).await?;
        Ok(form::<Variable>(&answer)?.presses())
    }

    /// What a board is made of.
    pub(super) async fn material(&self) -> Result<Material, ReadError> {
        let open = [("state", "open"), ("per_page", PAGE_SIZE)];
        let sized = [("per_page", PAGE_SIZE)];
        let issues = self.all(self.url(&["issues"], &open)?, |page| page).await?;
        let pulls = self.all(self.url(&["pulls"], &open)?, |page| page).await?;
        let events = self.all(self.url(&["issues", "events"], &sized)?, |page| page).await?;
        let mut runs = Vec::new();
        for (stage, workflow) in &self.settings.stages {
            let url = self.url(&["actions", "workflows", workflow, "runs"], &sized)?;
            runs.push((stage.clone(), self.all(url, |page: Runs| page.workflow_runs).await?));
        }
        let state = match &self.settings.state {
            Some(file) => self.state(file).await?,
            None => State::default(),
        };
        Ok(Material { issues, pulls, events, runs, state })
    }

    async fn state(&self, file: &StateFile) -> Result<State, ReadError> {
        let path: Vec<&str> = ["contents"].into_iter().chain(file.path.split('/')).collect();
        let reference: Vec<(&str, &str)> =
            file.reference.iter().map(|reference| ("ref", reference.as_str())).collect();
        form(&self.ask(&self.url(&path, &reference)?, RAW, STATE_BYTES).await?)
    }

    /// Every entry of a list, as far as its pages may go.
    async fn all<P, T>(&self, first: Url, entries: fn(P) -> Vec<T>) -> Result<Vec<T>, ReadError>
    where
        P: DeserializeOwned,
    {
        let mut all = Vec::new();
        let mut next = Some(first);
        for _page in 0..PAGES {
            let Some(url) = next.take() else { break };
            let answer = self.ask(&url, JSON, ANSWER_BYTES).await?;
            all.extend(entries(form(&answer)?));
            next = self.next(&answer.headers)?;
        }
        if let Some(url) = next {
            tracing::warn!(list = url.path(), "the mirror stops after {PAGES} pages");
        }
        Ok(all)
    }

    /// The address of the next page (RFC 8288). Our token goes nowhere else.
    fn next(&self, headers: &HeaderMap) -> Result<Option<Url>, ReadError> {
        let links = headers.get_all(LINK).into_iter().filter_map(|link| link.to_str().ok());
        let mut links = links.flat_map(|list| list.split(','));
        let Some(next) = links.find_map(next_of) else { return Ok(None) };
        let url = Url::parse(next).map_err(|_| ReadError::Form)?;
        match url.origin() == self.settings.api_url.origin() {
            true => Ok(Some(url)),
            false => Err(ReadError::Elsewhere),
        }
    }

    fn url(&self, path: &[&str], query: &[(&str, &str)]) -> Result<Url, ReadError> {
        let mut url = self.settings.api_url.clone();
        let repository = ["repos", self.settings.owner.as_str(), self.settings.name.as_str()];
        url.path_segments_mut()
            .map_err(|()| ReadError::Form)?
            .pop_if_empty()
            .extend(repository.iter().chain(path));
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        Ok(url)
    }

    async fn ask(&self, url: &Url, accept: &str, most: u64) -> Result<ProviderAnswer, ReadError> {
        let bearer = format!("Bearer {}", self.settings.token);
        let headers = [("Authorization", bearer.as_str()), ("Accept", accept), VERSION];
        let answer = self.provider.get(url, &headers, REQUEST_LIMIT, most).await?;
        if let Some(until) = limited_until(&answer, self.clock.now_ms()) {
            return Err(ReadError::LimitedUntil(until));
        }
        match answer.status {
            StatusCode::OK => Ok(answer),
            status => Err(ReadError::Status(status)),
        }
    }
}

fn form<T: DeserializeOwned>(answer: &ProviderAnswer) -> Result<T, ReadError> {
    serde_json::from_slice(&answer.body).map_err(|_| ReadError::Form)
}

/// The address of one link, where it is that of the next page.
fn next_of(link: &str) -> Option<&str> {
    let (address, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
    let mut parameters = parameters.split(';').map(str::trim);
    parameters.any(|one| one == "rel=\"next\"" || one == "rel=next").then_some(address)
}

/// Until when nothing more may be asked; at most as long as we are ready to wait.
fn limited_until(answer: &ProviderAnswer, now: i64) -> Option<i64> {
    if !matches!(answer.status, StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS) {
        return None;
    }
    let number = |name: HeaderName| answer.headers.get(name)?.to_str().ok()?.parse::<i64>().ok();
    let seconds = |seconds: i64| seconds.max(0).saturating_mul(1_000);
    let until = match (number(RETRY_AFTER), number(LEFT), number(RESET)) {
        (Some(wait), _, _) => now.saturating_add(seconds(wait)),
        (None, Some(0), Some(reset)) => seconds(reset),
        (None, _, _) if answer.status == StatusCode::TOO_MANY_REQUESTS => now,
        _ => return None,
    };
    Some(until.clamp(now, now.saturating_add(milliseconds(LONGEST_WAIT))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, headers: &[(&'static str, &'static str)]) -> ProviderAnswer {
        let headers = headers.iter().map(|(name, value)| {
            (HeaderName::from_static(name), http::HeaderValue::from_static(value))
        });
        let status = StatusCode::from_u16(status).unwrap();
        ProviderAnswer { status, headers: headers.collect(), body: Vec::new() }
    }

    #[test]
    fn the_next_page_is_found_among_links() {
        for (link, next) in [
            ("<https://a.test/x?page=2>; rel=\"next\"", Some("https://a.test/x?page=2")),
            ("<https://a.test/x>;rel=next", Some("https://a.test/x")),
            ("<https://a.test/x>; rel=\"last\"", None),
            ("https://a.test/x; rel=\"next\"", None),
            ("", None),
        ] {
            assert_eq!(next_of(link), next, "{link}");
        }
    }

    #[test]
    fn a_limit_says_until_when_and_not_longer_than_we_wait() {
        const NOW: i64 = 1_800_000_000_000;
        for (status, headers, until) in [
            (200, &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1800000100")][..], None),
            (403, &[], None),
            (403, &[("x-ratelimit-remaining", "7"), ("x-ratelimit-reset", "1800000100")], None),
            (
                403,
                &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1800000100")],
                Some(NOW + 100_000),
            ),
            (403, &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "5")], Some(NOW)),
            (403, &[("retry-after", "30")], Some(NOW + 30_000)),
            (429, &[("retry-after", "soon")], Some(NOW)),
            (429, &[("retry-after", "99999999")], Some(NOW + 3_600_000)),
        ] {
            assert_eq!(limited_until(&answer(status, headers), NOW), until, "{status} {headers:?}");
        }
    }
}
