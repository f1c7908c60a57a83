# Generated from docs/openapi.json by `just docs`. Do not edit.
"""Types of what the API takes and returns."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


AcceptedStatus = Union[Literal["pending", "done"], str]
"""Status of an accepted scan. `pending`: Queued or running. `done`: Report is ready."""


class AccountUsage(TypedDict):
    """Response of `GET /account/usage`."""

    limits: PlanLimits
    """Limits of the plan."""
    plan: Literal["free", "pro", "agency"] | str
    """Plan of the account."""
    usage: AccountUsageTotals
    """Current usage."""


class AccountUsageTotals(TypedDict):
    """Usage of an account."""

    apiKeys: ResourceUsage
    """Active API keys the account created."""
    day: QuotaBucket
    """Scans in the current UTC day."""
    monitors: ResourceUsage
    """Active monitors."""
    month: QuotaBucket
    """Scans in the current calendar month (UTC)."""


class AgentPointersRequired(TypedDict):
    """Fields that every `AgentPointers` has."""

    keysUrl: str
    """URL of the page where API keys are created."""
    mcpEndpoint: str
    """URL of the MCP endpoint, which needs no human-check token."""
    tool: str
    """Name of the MCP tool that starts a scan."""


class AgentPointers(AgentPointersRequired, total=False):
    """Other ways for an agent to start a scan."""

    retryWithout: str
    """Header to omit when retrying the request."""


class ApiKey(TypedDict):
    """API key, without its token."""

    createdAt: str
    """Time of creation."""
    id: str
    """ID of the key."""
    last4: str
    """Last four characters of the token."""
    lastUsedAt: str | None
    """Time of last use, accurate to about a minute; null if never used."""
    name: str
    """Name of the key."""
    prefix: str
    """Prefix that every token starts with."""
    scopes: list[str]
    """Scopes of the key."""
    source: Literal["account", "app"] | str
    """Who created the key: the account owner or a connected app."""


class AskPreferences(TypedDict, total=False):
    """Response preferences."""

    streaming: bool
    """True to get the results as a stream of events."""


class AskQuery(TypedDict):
    """Query to search for."""

    text: str
    """Question or keywords, in English."""


class AskRequestRequired(TypedDict):
    """Fields that every `AskRequest` has."""

    query: AskQuery
    """Query to search for."""


class AskRequest(AskRequestRequired, total=False):
    """Search request. Unknown fields are ignored."""

    prefer: AskPreferences
    """Response preferences."""


class Batch(TypedDict):
    """Results of a batch read."""

    results: list[BatchResult]
    """One result per ID, in the order requested."""


class BatchResult(TypedDict):
    """Result of one read in a batch."""

    body: Report | PendingScan | Error
    """Body of the read: a report, a pending scan or an error."""
    headers: dict[str, str]
    """Headers of the read: `content-type`, and `etag` or `retry-after` where they apply."""
    id: str
    """Requested ID."""
    status: int
    """HTTP status this read would have had on its own."""


BillingInterval = Union[Literal["monthly", "yearly"], str]
"""Billing interval. `monthly`: Billed every month. `yearly`: Billed every year."""


Category = Union[
    Literal[
        "access",
        "indexing",
        "extraction",
        "structure",
        "evidence",
        "provenance",
        "schema",
    ], str]
"""Category of checks. `access`: Whether crawlers can fetch the page. `indexing`: Whether engines
may index and quote the page. `extraction`: Whether the text can be extracted. `structure`:
Whether the text is structured for quoting. `evidence`: Whether claims are supported.
`provenance`: Whether author, publisher and dates are stated. `schema`: Whether the structured
data is correct.
"""


CategoryDelta = TypedDict(
    "CategoryDelta",
    {
        # Change in points; null if either score is.
        "delta": "int | None",
        # Score in the baseline; null if no check applied.
        "from": "int | None",
        # ID of the category.
        "id": "Category",
        # Display name of the category.
        "title": "str",
        # Score in the newer scan; null if no check applied.
        "to": "int | None",
    },
)
"""Change of one category's score."""


class CategoryScore(TypedDict):
    """Score of one category."""

    failed: int
    """Number of failed checks."""
    id: Category
    """ID of the category."""
    notApplicable: int
    """Number of checks that do not apply."""
    passed: int
    """Number of passed checks."""
    score: int | None
    """Score from 0 to 100; null if no check applies."""
    title: str
    """Display name of the category."""
    warned: int
    """Number of checks with a warning."""
    weight: int
    """Weight of the category out of 100."""


class CategoryStanding(TypedDict):
    """Comparison with pages of the same kind in the reference set, for one category."""

    betterThan: int
    """Percentage of those pages that score lower in the category."""
    category: Category
    """Category. `provenance` is compared without `freshness`."""
    kind: PageKind
    """Kind of the compared pages."""
    of: int
    """Number of compared pages."""
    set: str
    """Name of the reference set, such as `November 2026`."""


class ChainBoard(TypedDict):
    """Chain board."""

    asOf: str | None
    """Time of the last read."""
    decisions: list[ChainDecision]
    """Last 10 decisions, newest first."""
    heartbeats: list[ChainHeartbeat]
    """Last heartbeat of each part of the chain."""
    objects: list[ChainObject]
    """Open issues and pull requests that are in a lane, by number."""
    stale: bool
    """True if there is no copy, or it is older than 45 minutes."""
    sweepRun: str | None
    """Name of the last sweep."""


class ChainDecision(TypedDict):
    """Decision of the chain."""

    at: str
    """Time of the event."""
    decision: str | None
    """Decision."""
    object: str | None
    """Object the decision is about."""
    reasons: list[str]
    """Reasons for the decision."""
    runId: str
    """ID of the run that decided."""


class ChainHeartbeat(TypedDict):
    """Heartbeat of one part of the chain."""

    ageHours: float | None
    """Hours since the heartbeat; null if that time is in the future."""
    at: str
    """Time of the event."""
    failedConnectors: list[str]
    """Connectors that failed."""
    name: str
    """Name of the part."""


ChainLane = Union[Literal["bugfix", "deps", "chain", "feature"], str]
"""Lane. `bugfix`: Bug fixes. `deps`: Dependencies. `chain`: Work on the chain itself. `feature`:
Features.
"""


class ChainObject(TypedDict):
    """Issue or pull request in a lane."""

    enteredStageAt: str | None
    """Time at which the object entered its stage."""
    head: str | None
    """Head commit of a pull request."""
    headRef: str | None
    """Head branch of a pull request."""
    hoursInStage: float | None
    """Hours since the object entered its stage."""
    kind: ChainObjectKind
    """Kind of object."""
    labels: list[str]
    """Labels of the object."""
    lane: ChainLane
    """Lane the object is in."""
    number: int
    """Number in the repository."""
    runs: dict[str, ChainRun]
    """Newest matching workflow run, keyed by stage."""
    stage: str | None
    """Stage the object has reached."""
    title: str
    """Title."""


ChainObjectKind = Union[Literal["pr", "issue"], str]
"""Kind of object. `pr`: Pull request. `issue`: Issue."""


class ChainRun(TypedDict):
    """Workflow run of a stage."""

    at: str | None
    """Time at which the run started."""
    conclusion: str | None
    """Conclusion; null while the run is in progress."""
    id: int
    """ID of the run."""
    match: ChainRunMatch
    """How the run was matched to the object."""
    status: str | None
    """Status of the run."""


ChainRunMatch = Union[Literal["head", "since"], str]
"""How a run was matched. `head`: Matched by head commit or branch. `since`: Ran after the object
entered the stage; may belong to another object.
"""


ChainSource = Union[Literal["variable", "unreadable"], str]
"""Outcome of the last read of the pause switch. `variable`: The variable was read. `unreadable`:
The read failed.
"""


class ChainStatus(TypedDict):
    """Pause switch of the chain."""

    asOf: str | None
    """Time of the last read."""
    frozen: bool
    """True if the switch was on when it was last read."""
    source: ChainSource | None
    """Outcome of the last read; null if there was none."""
    stale: bool
    """True if there is no copy, or it is older than 45 minutes."""


class CheckDetailRequired(TypedDict):
    """Fields that every `CheckDetail` has."""

    excerpt: str
    """Excerpt of the page, at most 160 characters. Untrusted text."""
    label: str
    """Label of the observation."""


class CheckDetail(CheckDetailRequired, total=False):
    """Observation. It describes what was found and never contains the fix."""

    expected: str
    """Expected value."""
    line: int
    """Line in the source of the page, or of robots.txt if the label says so."""
    measured: str
    """Measured value."""
    selector: str
    """CSS selector of the element."""


class CheckResult(TypedDict):
    """Result of one check."""

    category: Category
    """Category of the check."""
    details: list[CheckDetail]
    """Observations the verdict is based on."""
    evidenceStrength: EvidenceStrength
    """Strength of the evidence for the rule."""
    id: str
    """ID of the check, such as `robots-search-bots`."""
    number: int
    """Number of the check in the catalogue."""
    status: CheckStatus
    """Verdict of the check."""
    summary: str
    """Finding in one sentence. Page text and code are in Markdown code spans."""
    title: str
    """Title of the check: the good state."""
    value: int | None
    """Value from 0 (fail) to 100 (pass); null if the check does not apply."""
    weight: int
    """Weight out of 100; 0 means informational."""


CheckStatus = Union[Literal["pass", "warn", "fail", "na"], str]
"""Verdict of a check. `pass`: Passed. `warn`: Could be better. `fail`: Failed. `na`: Does not
apply, or could not be determined.
"""


class CheckoutRequestRequired(TypedDict):
    """Fields that every `CheckoutRequest` has."""

    plan: PaidPlan
    """Plan to buy."""


class CheckoutRequest(CheckoutRequestRequired, total=False):
    """Body of `POST /billing/checkout`."""

    interval: BillingInterval
    """Billing interval. `yearly` is available for `pro` only."""


class ComparedFix(TypedDict):
    """Fix in a comparison. Its title is shown only if the viewer may see the fix in full in the
    report it comes from.
    """

    checkIds: list[str]
    """IDs of the checks it fixes, in catalogue order."""
    locked: bool
    """True if the title is withheld."""
    title: str | None
    """What to do; null if withheld."""


class ComparedScan(TypedDict):
    """One of two compared scans."""

    id: str
    """ID of the scan."""
    kind: PageKind | None
    """Kind of page. If this differs, other checks apply to the page. Null in older comparisons."""
    length: ScoreLength | None
    """Length of the text, and the share of the score that it leaves; null if length doesn't
    count.
    """
    rendering: RenderingState
    """Whether the page was rendered. If this differs, the scores measure JavaScript differently."""
    scannedAt: str
    """Time at which the page was fetched."""
    score: int
    """Score from 0 to 100."""


Comparison = TypedDict(
    "Comparison",
    {
        # Changes by category, in catalogue order.
        "categories": "list[CategoryDelta]",
        # Checks whose verdict changed.
        "flippedChecks": "list[FlippedCheck]",
        # Baseline scan.
        "from": "ComparedScan",
        # Checks that warn in both scans and whose points changed. Empty in older comparisons.
        "movedChecks": "list[MovedCheck]",
        # Fixes, split into resolved, no longer applicable, new and open.
        "recommendations": "RecommendationChanges",
        # Change of the score in points.
        "scoreDelta": "int",
        # Newer scan.
        "to": "ComparedScan",
        # Normalized URL of both scans.
        "url": "str",
        # Number of fixes whose titles are withheld.
        "withheld": "int",
    },
)
"""Comparison of two reports of one URL."""


class Confirmation(TypedDict):
    """Confirmation that the request succeeded."""

    ok: Literal[True]
    """Always true."""


class CreateKeyRequestRequired(TypedDict):
    """Fields that every `CreateKeyRequest` has."""

    name: str
    """Name of the key. Must not be blank or contain control characters."""


class CreateKeyRequest(CreateKeyRequestRequired, total=False):
    """Body of `POST /keys`."""

    scopes: list[Literal["read", "scan", "monitors"] | str] | None
    """Scopes of the key. `read` is always included. Defaults to `read` and `scan`."""


class CreateMonitorRequestRequired(TypedDict):
    """Fields that every `CreateMonitorRequest` has."""

    url: str
    """HTTPS URL to scan every week. Bare domains get `https://`."""


class CreateMonitorRequest(CreateMonitorRequestRequired, total=False):
    """Body of `POST /monitors`."""

    trackingConsent: TrackingConsentRequest | None
    """Consent to AI-answer tracking. Sessions only; API keys are refused."""


class CreatedKey(TypedDict):
    """New API key with its token."""

    key: ApiKey
    """New key."""
    token: str
    """Token of the key. Store it now; it is never shown again."""


class DatabaseHealth(TypedDict):
    """Health of the database."""

    latencyMs: int | None
    """Response time in milliseconds; null if the database did not answer."""
    status: HealthStatus
    """`ok` if the database responded."""


class DeletedScans(TypedDict):
    """Result of deleting the scans of a URL."""

    deleted: int
    """Number of scans deleted."""
    ok: Literal[True]
    """Always true."""


EngineEligibility = Union[Literal["eligible", "limited", "blocked"], str]
"""Whether an engine can use the page. `eligible`: Reach is 100. `limited`: Reach is between 1
and 99. `blocked`: Reach is 0.
"""


class EngineVerdict(TypedDict):
    """Verdict for one answer engine."""

    id: Literal["google", "chatgpt", "perplexity", "claude", "copilot"] | str
    """ID of the engine."""
    name: str
    """Display name of the engine."""
    reach: int
    """Reach from 0 to 100: the product of the factors for access, indexing, snippets, text and
    walls.
    """
    reasons: list[ReachReason]
    """Reasons for a reach below 100."""
    verdict: EngineEligibility
    """Whether the engine can use the page."""


class ErrorRequired(TypedDict):
    """Fields that every `Error` has."""

    error: ErrorCode
    """Stable, machine-readable error code."""
    message: str
    """Human-readable explanation and what to do next."""
    requestId: str
    """ID of the request, as in the `X-Request-Id` header. Quote it in support requests."""


class Error(ErrorRequired, total=False):
    """The body of every error."""

    agent: AgentPointers
    """Other ways for an agent to start this scan."""
    bucket: Literal["day", "month"] | str
    """Quota bucket that is used up."""
    docUrl: str
    """Documentation of this error."""
    error_description: str
    """Copy of `message` for OAuth clients (RFC 6749 section 5.2)."""
    limit: int
    """Number of requests or scans allowed in the window."""
    param: str
    """Field, query parameter or header at fault, such as `url`, `scopes[0]` or
    `Idempotency-Key`.
    """
    plan: Literal["anonymous", "free", "pro", "agency"] | str
    """Plan whose limit was reached."""
    reason: ErrorReason
    """Why the scan failed, or which plan limit applies."""
    resetAt: str
    """Time at which the limit resets."""
    retryAfterSec: int
    """Seconds until the limit resets."""
    scanId: str
    """ID of the failed scan."""
    scope: Literal["read", "scan", "monitors", "webhooks"] | str
    """Scope that the API key lacks."""
    upgradeUrl: str
    """Where to get a plan that allows this request."""
    used: int
    """Number of scans used in the bucket."""


ErrorCode = Union[
    Literal[
        "invalid_request",
        "invalid_json",
        "invalid_url",
        "invalid_scan_id",
        "invalid_ids",
        "invalid_email",
        "invalid_scope",
        "invalid_idempotency_key",
        "invalid_cursor",
        "invalid_limit",
        "invalid_engine",
        "invalid_plan",
        "no_billing_profile",
        "invalid_signature",
        "compare_form_invalid",
        "scan_not_finished",
        "url_mismatch",
        "unauthorized",
        "invalid_api_key",
        "session_required",
        "token_invalid",
        "token_expired",
        "token_used",
        "cross_site_request",
        "origin_not_allowed",
        "refresh_requires_account",
        "plan_required",
        "human_check_failed",
        "insufficient_scope",
        "key_not_allowed",
        "not_found",
        "method_not_allowed",
        "report_not_ready",
        "scan_running",
        "idempotency_in_progress",
        "key_limit_reached",
        "idempotency_key_reused",
        "rate_limited",
        "quota_exceeded",
        "request_timeout",
        "body_too_large",
        "unsupported_media_type",
        "scan_failed",
        "report_missing",
        "internal_error",
        "daily_budget_exhausted",
        "provider_error",
        "billing_not_configured",
        "mail_not_configured",
        "overloaded",
        "draining",
    ], str]
"""Error code. `invalid_request`: A field, a parameter or the body is invalid. `invalid_json`:
The body is not valid JSON. `invalid_url`: The URL is not a public HTTPS URL.
`invalid_scan_id`: The scan ID is malformed. `invalid_ids`: The list of IDs is empty,
malformed or too long. `invalid_email`: The email address is malformed. `invalid_scope`: New
API keys cannot carry this scope. `invalid_idempotency_key`: `Idempotency-Key` is not 1 to 255
visible ASCII characters. `invalid_cursor`: The cursor does not belong to this list and
account. `invalid_limit`: `limit` is out of range. `invalid_engine`: An answer engine is
unknown, or none is named. `invalid_plan`: The plan cannot be bought this way, or the account
already has a subscription. `no_billing_profile`: The account has never paid, so there is no
customer portal. `invalid_signature`: The signature of the payment event cannot be verified.
`compare_form_invalid`: The request needs either `from` and `to`, or `url`, not both.
`scan_not_finished`: A scan to compare has no report. `url_mismatch`: The scans to compare are
of different URLs. `unauthorized`: The route needs a session or an API key. `invalid_api_key`:
The `Authorization` header holds no active API key. `session_required`: The route needs a
session; API keys are refused. `token_invalid`: The sign-in token is missing or was never
issued. `token_expired`: The sign-in token is older than 15 minutes. `token_used`: The sign-in
token was used before. `cross_site_request`: Another site made the browser send the request.
`origin_not_allowed`: The MCP endpoint does not accept this origin or host.
`refresh_requires_account`: `refresh` needs an account. `plan_required`: The plan does not
include this, or its limit is reached. `human_check_failed`: The human-check token is missing,
invalid or used. `insufficient_scope`: The API key lacks the scope the route needs.
`key_not_allowed`: Only the signed-in owner may do this; API keys are refused. `not_found`:
Nothing exists at this path or under this ID. `method_not_allowed`: The path exists, but not
for this method. `report_not_ready`: The scan has no report: it is pending or has failed.
`scan_running`: A scan that would be deleted is still running. `idempotency_in_progress`: The
first request with this `Idempotency-Key` is still running. `key_limit_reached`: The account
has as many API keys as its plan allows. `idempotency_key_reused`: The `Idempotency-Key` was
used for a different request. `rate_limited`: Too many requests, or an anonymous caller has no
scans left. `quota_exceeded`: The account has used all scans of its plan for the day or month.
`request_timeout`: The body arrived too slowly. `body_too_large`: The body is too large.
`unsupported_media_type`: The body has the wrong content type. `scan_failed`: The scan failed;
`reason` says why. `report_missing`: The scan is finished, but its report is missing.
`internal_error`: Something failed on the server. `daily_budget_exhausted`: The service has
used its daily scan budget. `provider_error`: The payment provider could not complete the
request. `billing_not_configured`: Payments are not configured on this service.
`mail_not_configured`: Email is not configured on this service. `overloaded`: The service is
busy. `draining`: The service is restarting, or scans are paused.
"""


ErrorReason = Union["ScanFailure", "PlanLimit"]
"""Why a scan failed, or which plan limit applies."""


class EventCheck(TypedDict):
    """Verdict of a check in an event."""

    id: str
    """ID of the check."""
    status: CheckStatus
    """Verdict of the check."""


class EventError(TypedDict):
    """Reason of a failed scan in an event."""

    code: ScanFailureCode
    """Code of the reason."""
    message: str
    """What happened."""


class EvidenceSource(TypedDict):
    """Source that a rule is based on."""

    strength: EvidenceStrength
    """Strength of the evidence."""
    title: str
    """Title of the source."""
    url: str
    """URL of the source."""


EvidenceStrength = Union[Literal["strong", "moderate", "weak", "convention"], str]
"""Strength of the evidence for a rule. `strong`: Documented by the engines or shown by several
large studies. `moderate`: Shown by one good study. `weak`: Weak or contested evidence.
`convention`: Good practice without a measured effect.
"""


class Fixture(TypedDict):
    """Fixture of the sandbox."""

    description: str
    """What the report shows."""
    id: str
    """ID of the fixture."""
    reportUrl: str
    """URL of the report."""
    title: str
    """Title."""


class FixtureList(TypedDict):
    """Fixtures of the sandbox."""

    fixtures: list[Fixture]
    """All fixtures."""


FlippedCheck = TypedDict(
    "FlippedCheck",
    {
        # Category of the check.
        "category": "Category",
        # Verdict in the baseline.
        "from": "CheckStatus",
        # ID of the check.
        "id": "str",
        # Title of the check: the good state.
        "title": "str",
        # Verdict in the newer scan.
        "to": "CheckStatus",
    },
)
"""Check whose verdict changed."""


GainKind = Union[Literal["exact", "atMost", "unlocks"], str]
"""How certain a gain is. `exact`: All other checks keep their verdicts. `atMost`: More checks
become applicable; the gain is reached if they pass. `unlocks`: Checks that could not run
become applicable; the gain is unknown.
"""


class HealthRequired(TypedDict):
    """Fields that every `Health` has."""

    now: str
    """Current time of the service."""
    status: HealthStatus
    """Overall status."""
    uptimeSec: int
    """Seconds since the service started."""
    version: str
    """Version of the service."""


class Health(HealthRequired, total=False):
    """Health of the service."""

    checks: HealthChecks
    """Deep checks, with `deep=1` only."""
    paused: bool
    """True while the operator has paused scans. With `deep=1` only."""


class HealthChecks(TypedDict):
    """Deep checks."""

    database: DatabaseHealth
    """Health of the database."""
    monitoring: MonitoringHealth
    """Health of the weekly monitoring."""


HealthStatus = Union[Literal["ok", "degraded"], str]
"""Health status. `ok`: All checks passed. `degraded`: A check failed."""


class HistoryEntry(TypedDict):
    """URL the account has scanned."""

    latest: HistoryScan
    """Newest scan. While paging, the newest at the time of the first page."""
    url: str
    """Normalized URL."""
    urlHash: str
    """SHA-256 of the normalized URL, in hex."""
    versions: int
    """Number of the account's scans of the URL, including pending and failed ones."""


class HistoryList(TypedDict):
    """Page of the history."""

    entries: list[HistoryEntry]
    """One entry per URL, most recently scanned first."""
    next_cursor: str | None
    """Cursor for the next page; null on the last page."""


class HistoryScan(TypedDict):
    """Scan in the history."""

    id: str
    """ID of the scan."""
    scannedAt: str
    """Time at which the page was fetched. For a failed scan, the time it ended; for a pending
    scan, the time it was requested.
    """
    score: int | None
    """Score from 0 to 100; null if there is no report."""
    source: ScanSource
    """What started the scan."""
    status: ScanStatus
    """Status of the scan."""
    webUrl: str
    """URL of the scan for people, as a page."""


class HostedPage(TypedDict):
    """Page hosted by the payment provider."""

    id: str
    """ID of the page at the provider."""
    url: str
    """URL to open in a browser."""


class KeyList(TypedDict):
    """Active API keys of an account."""

    keys: list[ApiKey]
    """Active keys, oldest first."""
    limit: int
    """Number of keys the account can create."""


class LastDelivery(TypedDict):
    """Last delivery attempt."""

    at: str
    """Time of the attempt."""
    id: str
    """ID of the delivery, as in the `webhook-id` header."""
    ok: bool
    """True if the delivery succeeded."""
    statusCode: int | None
    """HTTP status the endpoint returned; null if it did not respond."""


class LifecycleEvent(TypedDict):
    """Lifecycle event of a scan."""

    at: str
    """Time of the event."""
    check: EventCheck | None
    """Completed check, on check events; null otherwise."""
    completedChecks: int
    """Number of checks completed."""
    detail: str | None
    """What the stage is waiting for, such as `sitemap 2 of 4`; null otherwise."""
    error: EventError | None
    """Reason, on the last event of a failed scan; null otherwise."""
    scanId: str
    """ID of the scan."""
    score: int | None
    """Score, on the last event of a finished scan; null otherwise."""
    seq: int
    """Sequence number of the event, starting at 1."""
    stage: ScanStage
    """Stage the scan has reached."""
    status: ScanStatus
    """Status of the scan."""
    totalChecks: int
    """Number of checks in the catalogue."""


class Liveness(TypedDict):
    """Liveness of the process."""

    status: ReadinessStatus
    """Always `ok`."""


class LockedFix(TypedDict):
    """Fix shown by title only."""

    locked: Literal[True]
    """Always true."""
    rank: int
    """Rank of the fix; 1 is the best."""
    title: str
    """What to do."""


LowConfidenceReason = Union[
    Literal[
        "low_coverage",
        "page_cut",
        "main_content_unclear",
        "not_seen",
    ], str]
"""Reason for low confidence. `low_coverage`: Coverage is below 60. `page_cut`: Only part of the
page was read. `main_content_unclear`: The main content could not be identified with
certainty. `not_seen`: A check could not read what it needed, such as robots.txt.
"""


class Monitor(TypedDict):
    """URL that is scanned every week."""

    createdAt: str
    """Time of creation."""
    id: str
    """ID of the monitor."""
    lastRunAt: str | None
    """Time at which the last run ended, with or without a score."""
    lastScanId: str | None
    """ID of the last scan with a score."""
    lastScore: int | None
    """Score of the last scan."""
    nextRunAt: str | None
    """Time of the next run; null if the monitor is inactive."""
    previousScore: int | None
    """Score of the previous scan."""
    status: Literal["active", "inactive"] | str
    """Status of the monitor."""
    tracking: TrackingResults | None
    """Results of AI-answer tracking; null without consent and results."""
    trackingConsent: TrackingConsent | None
    """Consent to AI-answer tracking; null if none is recorded."""
    url: str
    """Normalized URL."""
    urlHash: str
    """SHA-256 of the normalized URL in hex, as in the history."""


class MonitorAllowance(TypedDict):
    """Monitors the plan allows."""

    limit: int
    """Number of monitors the plan allows."""
    remaining: int
    """Number of monitors left."""
    used: int
    """Number of active monitors."""


class MonitorEnvelope(TypedDict):
    """Envelope of one monitor."""

    monitor: Monitor
    """Monitor."""


class MonitorList(TypedDict):
    """Active monitors of an account."""

    allowance: MonitorAllowance
    """Monitors the plan allows."""
    monitors: list[Monitor]
    """Active monitors, oldest first."""


class MonitoringHealth(TypedDict):
    """Health of the weekly monitoring."""

    ageSec: int | None
    """Seconds since the last heartbeat."""
    lastHeartbeatAt: str | None
    """Time of the last heartbeat."""
    status: HealthStatus
    """`ok` if there was a recent heartbeat."""


MovedCheck = TypedDict(
    "MovedCheck",
    {
        # Category of the check.
        "category": "Category",
        # Points of 100 in the baseline.
        "from": "int",
        # ID of the check.
        "id": "str",
        # Title of the check: the good state.
        "title": "str",
        # Points of 100 in the newer scan.
        "to": "int",
    },
)
"""Check that warns in both scans and whose points changed."""


class NodeReadiness(TypedDict):
    """Readiness of this node."""

    checks: ReadinessChecks
    """Individual checks."""
    status: ReadinessStatus
    """`ok` if every check is."""


class NotificationPreferences(TypedDict):
    """Email notification preferences."""

    all: bool
    """Master switch. If false, no notifications are sent, whatever the other flags say. Sign-in
    links are always sent.
    """
    billing: bool
    """Notices about the subscription."""
    monitorFailure: bool
    """Alert if a monitored page cannot be scanned."""
    scoreDrop: bool
    """Alert if a monitored page loses points."""
    webhookPaused: bool
    """Alert if webhooks are paused."""
    weeklyReport: bool
    """Weekly report on monitored pages."""


class NotificationPreferencesPatch(TypedDict, total=False):
    """Body of `POST /notifications`. Flags that are left out keep their values."""

    all: bool
    """Master switch."""
    billing: bool
    """Notices about the subscription."""
    monitorFailure: bool
    """Alert if a monitored page cannot be scanned."""
    scoreDrop: bool
    """Alert if a monitored page loses points."""
    webhookPaused: bool
    """Alert if webhooks are paused."""
    weeklyReport: bool
    """Weekly report on monitored pages."""


PageKind = Union[
    Literal[
        "home",
        "article",
        "product",
        "docs",
        "qa",
        "listing",
        "other",
    ], str]
"""Kind of page. `home`: Home page of a site. `article`: Article. `product`: Product page.
`docs`: Documentation. `qa`: Questions and answers, or a forum thread. `listing`: List of
other pages. `other`: Anything else.
"""


class PageRenderingRequired(TypedDict):
    """Fields that every `PageRendering` has."""

    state: RenderingState
    """Whether the page was rendered."""


class PageRendering(PageRenderingRequired, total=False):
    """Result of rendering the page in a browser."""

    addedByJavascript: int
    """Share of the main content that only JavaScript adds, in percent; omitted if the page did
    not finish.
    """
    browser: str
    """Browser that rendered it, such as `HeadlessChrome/156.0.8078.79`."""
    facts: list[RenderedFact]
    """Facts with and without JavaScript; empty if the page was not rendered."""
    navigation: str
    """URL that a script tried to navigate to."""
    notLoaded: list[str]
    """Scripts and data that the page requested but did not get, at most 20 URLs."""
    reason: str
    """Reason for `notAvailable` and `failed`, or for a page that did not finish, in one
    sentence.
    """


class PageSummary(TypedDict):
    """Summary of a page."""

    bytes: int
    """Size of the decoded page in bytes."""
    kind: PageKind
    """Kind of page."""
    kindReason: str
    """Reason the page was classified as this kind."""
    language: str
    """Primary language subtag, such as `en`; `und` if unknown."""
    title: str
    """Title of the page, at most 300 characters. Untrusted text."""
    wordEquivalents: int
    """Length of the main content in words. For writing systems without spaces, the length is
    converted to words.
    """


PaidPlan = Union[Literal["pro", "agency"], str]
"""Paid plan. `pro`: Pro plan. `agency`: Agency plan."""


class PaymentEventReceipt(TypedDict):
    """Acknowledgement of a payment event."""

    duplicate: bool
    """True if the event was received before."""
    received: Literal[True]
    """Always true."""


class PendingScan(TypedDict):
    """Scan that is queued or running."""

    completedChecks: int
    """Number of checks completed. Stays 0 until the end, when all checks run at once."""
    createdAt: str
    """Time at which the scan was requested."""
    id: str
    """ID of the scan."""
    stage: ScanStage
    """Stage the scan has reached."""
    status: PendingStatus
    """Always `pending`."""
    totalChecks: int
    """Number of checks in the catalogue."""
    url: str
    """Normalized URL."""


PendingStatus = Literal["pending"]
"""Status of a scan that is queued or running. `pending`: Queued or running."""


PlanLimit = Union[Literal["plan", "monitor_limit"], str]
"""Which plan limit applies. `plan`: The plan does not include the feature. `monitor_limit`: The
account has reached the plan's number of monitors.
"""


class PlanLimits(TypedDict):
    """Limits of a plan."""

    apiKeys: int
    """Number of API keys the account can create."""
    monitors: int
    """Number of active monitors."""
    recommendations: int | None
    """Number of fixes shown in full per report; null means all."""
    scansPerDay: int
    """Number of scans per UTC day."""
    scansPerMonth: int
    """Number of scans per calendar month (UTC)."""


class ProtectedResourceMetadata(TypedDict):
    """Protected-resource metadata (RFC 9728). Names no authorization server: there is none."""

    bearer_methods_supported: list[Literal["header"]]
    """Ways to send an API key. Always `header`."""
    resource: str
    """URL of the protected resource."""
    resource_name: str
    """Display name of the resource."""
    scopes_supported: list[Literal["read", "scan", "monitors"] | str]
    """Scopes an API key can have."""


class QuotaBucket(TypedDict):
    """Scan quota of one period."""

    remaining: int
    """Number of scans left."""
    resetAt: str
    """Time at which the bucket resets."""
    used: int
    """Number of scans used."""


ReachReason = Union[
    Literal[
        "robots_blocked",
        "noindex",
        "nosnippet",
        "snippet_limited",
        "noarchive",
        "text_needs_javascript",
        "wall",
        "page_unavailable",
    ], str]
"""Reason for a reach below 100. `robots_blocked`: robots.txt blocks the engine's crawler.
`noindex`: The page opts out of indexing. `nosnippet`: The page forbids snippets.
`snippet_limited`: The page limits snippets. `noarchive`: The page forbids a cached copy
(Bing). `text_needs_javascript`: The text needs JavaScript. `wall`: A paywall, login or
consent wall hides the text. `page_unavailable`: The URL does not return a page.
"""


class ReadinessChecks(TypedDict):
    """Individual readiness checks."""

    accepting: ReadinessStatus
    """`ok` unless the service is shutting down."""
    actors: ReadinessStatus
    """`ok` if every part of the service is up."""
    storeReads: ReadinessStatus
    """`ok` if the database can be read."""
    storeWrites: ReadinessStatus
    """`ok` if the database accepts writes."""


ReadinessStatus = Union[Literal["ok", "failed"], str]
"""Outcome of a readiness check. `ok`: Check passed. `failed`: Check failed."""


Recommendation = Union["RecommendedFix", "LockedFix"]
"""Recommended fix: in full, or locked and shown by title."""


class RecommendationChanges(TypedDict):
    """Fixes of two reports, split by what changed."""

    new: list[ComparedFix]
    """Fixes recommended now, but not before."""
    noLongerApplicable: list[ComparedFix]
    """Fixes recommended before whose checks no longer apply to the page. Nothing was resolved."""
    open: list[ComparedFix]
    """Fixes recommended in both reports."""
    resolved: list[ComparedFix]
    """Fixes recommended before, but no longer: their checks pass, or have other fixes now."""


class RecommendedFixRequired(TypedDict):
    """Fields that every `RecommendedFix` has."""

    checkIds: list[str]
    """IDs of the checks it fixes, in catalogue order."""
    effort: Literal[1, 2, 3, 5] | int
    """Effort: 1 a line of configuration, 2 a template, 3 text of this page, 5 engineering."""
    evidence: list[EvidenceSource]
    """Sources the rule is based on."""
    gain: int | None
    """Points gained once all fixes before it are applied; null if unknown."""
    gainKind: GainKind
    """How certain the gain is."""
    id: str
    """ID of what the fix edits. Stable across scans."""
    locked: Literal[False]
    """Always false."""
    projectedScore: int | None
    """Score once this and all fixes before it are applied; null if unknown."""
    rank: int
    """Rank of the fix; 1 is the best."""
    steps: list[str]
    """Steps to apply the fix."""
    title: str
    """What to do. Page text and code are in Markdown code spans, here and in the steps."""
    verify: str
    """How to verify the fix."""
    why: str
    """Why the fix matters to answer engines."""


class RecommendedFix(RecommendedFixRequired, total=False):
    """Fix: what to do, why, how, and what it gains."""

    conditional: bool
    """True if only the owner can tell whether the fix suits the page. Such fixes rank as if they
    gained a third. Omitted if false.
    """
    snippet: str
    """Snippet to paste after checking its values."""


class RenderedFact(TypedDict):
    """One fact about the page, without and with JavaScript."""

    html: str
    """Value in the HTML that the server sends; empty if there is none. Untrusted text."""
    name: str
    """Name of the fact, such as `Title`."""
    rendered: str
    """Value once JavaScript has run; empty if there is none. Untrusted text."""


RenderingState = Union[Literal["seen", "notAsked", "notAvailable", "failed"], str]
"""Whether a page was rendered. `seen`: A browser rendered it. `notAsked`: Rendering was not
requested, or nothing suggested that JavaScript adds content. `notAvailable`: No browser was
available. `failed`: The page could not be rendered.
"""


class Report(TypedDict):
    """The report of one finished scan."""

    band: ScoreBand
    """Rating of the score."""
    caps: list[ScoreCap]
    """Caps that limit the score, strictest first."""
    catalogueVersion: str
    """Version of the catalogue: checks, weights and thresholds."""
    categories: list[CategoryScore]
    """Scores by category, in catalogue order."""
    checks: list[CheckResult]
    """Results of the checks, in catalogue order."""
    checksRun: int
    """Number of checks that ran."""
    checksTotal: int
    """Number of checks in the catalogue."""
    coverage: int
    """Weight of the applicable checks, as a percentage of the maximum for pages of this kind."""
    engines: list[EngineVerdict]
    """Verdict for each answer engine."""
    finalUrl: str
    """Final URL, after redirects."""
    id: str
    """ID of the scan."""
    length: ScoreLength | None
    """How the length of the text scales the score; null if it doesn't."""
    lowConfidence: bool
    """True if `coverage` is below 60 or the page could not be read reliably."""
    lowConfidenceReasons: list[LowConfidenceReason]
    """Reasons for the low confidence; empty if `lowConfidence` is false."""
    page: PageSummary
    """Summary of the page."""
    rawScore: int
    """Weighted mean of the applicable checks, from 0 to 100."""
    recommendations: list[Recommendation]
    """Recommended fixes, best first. Each gain builds on the fixes before it."""
    recommendationsLocked: int
    """Number of fixes shown by title only."""
    recommendationsTotal: int
    """Number of fixes."""
    registryVersion: str
    """Version of the crawler registry."""
    rendering: PageRendering
    """The page once JavaScript has run."""
    scannedAt: str
    """Time at which the page was fetched."""
    score: int
    """Score from 0 to 100: the raw score, scaled by the length of the text and limited by the
    caps.
    """
    snapshotHash: str
    """SHA-256 of the snapshot in hex."""
    standing: list[CategoryStanding]
    """Comparison with pages of the same kind in the reference set; empty if unknown."""
    status: ReportStatus
    """Always `done`."""
    url: str
    """Normalized URL that was requested."""
    urlHash: str
    """SHA-256 of `url` in hex."""


ReportStatus = Literal["done"]
"""Status of a report. `done`: Finished."""


class ResourceUsage(TypedDict):
    """Number of resources in use."""

    used: int
    """Number in use."""


class ScanAcceptedRequired(TypedDict):
    """Fields that every `ScanAccepted` has."""

    cached: bool
    """True if an earlier report is returned instead of a new scan."""
    eventsUrl: str
    """URL of the event stream."""
    id: str
    """ID of the scan."""
    pollAfterSec: int
    """Seconds to wait before polling `reportUrl`; 0 if the report is ready."""
    reportUrl: str
    """URL of the report."""
    status: AcceptedStatus
    """Status of the scan: `done` if the report is ready."""
    url: str
    """Normalized URL."""
    webUrl: str
    """URL of the report for people, as a page."""


class ScanAccepted(ScanAcceptedRequired, total=False):
    """Accepted scan, or a cached report."""

    scannedAt: str
    """Time of the cached scan. Only if `cached` is true."""


class ScanFailureRequired(TypedDict):
    """Fields that every `ScanFailure` has."""

    code: ScanFailureCode
    """Code of the reason."""
    message: str
    """What happened. A failed scan says nothing about what answer engines get."""


class ScanFailure(ScanFailureRequired, total=False):
    """Why a scan failed."""

    contentType: str
    """Media type of the response, for `not_html`."""
    status: int
    """HTTP status, if it is the reason (`refused`, `origin_error`, `challenged`)."""


ScanFailureCode = Union[
    Literal[
        "dns_failed",
        "blocked_address",
        "tls_failed",
        "connect_failed",
        "timed_out",
        "robots_refused",
        "refused",
        "challenged",
        "redirected_to_http",
        "origin_error",
        "not_html",
        "scan_interrupted",
        "internal",
    ], str]
"""Reason why a scan failed. `dns_failed`: The host name could not be resolved.
`blocked_address`: The URL or a redirect target is not on the public internet or not on an
allowed port. `tls_failed`: The TLS handshake failed or the certificate is invalid.
`connect_failed`: The connection failed or broke off. `timed_out`: The connection, the
response or the whole scan took too long. `robots_refused`: robots.txt disallows the URL for
CitableBot. `refused`: The site answered with a 4xx status other than 404 or 410.
`challenged`: The site answered with a challenge page. `redirected_to_http`: The URL redirects
to an `http:` URL, which is not fetched. `origin_error`: The site answered with a 5xx status,
twice. `not_html`: The response is not HTML. `scan_interrupted`: The service stopped during
both attempts. The scan is not charged. `internal`: The service failed. The scan is not
charged.
"""


class ScanRequestRequired(TypedDict):
    """Fields that every `ScanRequest` has."""

    url: str
    """HTTPS URL of the page to scan. Bare domains get `https://`."""


class ScanRequest(ScanRequestRequired, total=False):
    """Body of `POST /scan`."""

    humanCheckToken: str | None
    """Token of the human check. Required for callers without a paid plan if the service has a
    human check configured.
    """
    refresh: bool
    """True to scan again even if a report less than 24 hours old exists. Needs an account."""


ScanSource = Union[Literal["manual", "monitor"], str]
"""What started a scan. `manual`: A request. `monitor`: A monitor."""


ScanStage = Union[
    Literal[
        "queued",
        "resolving",
        "fetching",
        "supporting",
        "reading",
        "checking",
        "scoring",
        "saving",
        "done",
        "error",
    ], str]
"""Stage of a scan. Within one attempt, stages only move forward. `queued`: Accepted; waiting for
a free slot. `resolving`: Resolving the host and reading robots.txt for CitableBot.
`fetching`: Fetching the page and following redirects. `supporting`: Fetching robots.txt of
the final host, sitemaps and other supporting files. `reading`: Parsing the page. `checking`:
Running the checks. `scoring`: Computing score, caps and verdicts. `saving`: Storing the
report. `done`: Finished with a report. `error`: Finished without a report.
"""


ScanStatus = Union[Literal["pending", "done", "error"], str]
"""Status of a scan. `pending`: Queued or running. `done`: Finished with a report. `error`:
Finished without a report.
"""


ScoreBand = Union[Literal["excellent", "good", "fair", "poor", "very_weak"], str]
"""Rating of a score. `excellent`: 90 or more. `good`: 75 to 89. `fair`: 55 to 74. `poor`: 30 to
54. `very_weak`: Below 30.
"""


class ScoreCap(TypedDict):
    """Cap below the score that the page would have without caps."""

    checkIds: list[str]
    """IDs of the checks that cause the cap."""
    limit: int
    """Highest score the cap allows."""
    reason: str
    """Reason for the cap, in one sentence."""


class ScoreLength(TypedDict):
    """Length of the text, and the share of the score that it leaves."""

    fullFrom: int
    """Length from which the whole raw score is left."""
    percent: int
    """Share of the raw score that is left, in percent."""
    wordEquivalents: int
    """Length of the text in words; in languages without spaces, in equivalents of English words."""


class SearchResult(TypedDict):
    """Matching page, with the section that matches best."""

    score: float
    """Relevance. Comparable only within one response."""
    section: str
    """Heading of the section."""
    snippet: str
    """Plain-text excerpt around the match."""
    title: str
    """Title of the page."""
    url: str
    """URL of the section."""


class SearchResults(TypedDict):
    """Search results."""

    query: str
    """Query as searched, trimmed."""
    results: list[SearchResult]
    """Matching pages, best first. Each page appears once."""
    total: int
    """Number of results."""


class SessionIdentityRequired(TypedDict):
    """Fields that every `SessionIdentity` has."""

    authenticated: bool
    """True if the caller is signed in or sent an API key. The other fields are set only then."""


class SessionIdentity(SessionIdentityRequired, total=False):
    """Identity of the caller."""

    limits: PlanLimits
    """Limits of the plan."""
    plan: str
    """Plan of the account."""
    scopes: list[str]
    """Scopes of the API key."""
    user: User
    """Account of the caller."""
    via: str
    """How the caller authenticated."""


class SignInLinkRequest(TypedDict):
    """Body of `POST /auth/request-link`."""

    email: str
    """Email address to sign in with."""


class SignInLinkSentRequired(TypedDict):
    """Fields that every `SignInLinkSent` has."""

    expiresInSec: int
    """Seconds until the link expires."""
    ok: Literal[True]
    """Always true."""


class SignInLinkSent(SignInLinkSentRequired, total=False):
    """Response of `POST /auth/request-link`. It is the same whether or not the address has an
    account.
    """

    link: str
    """Sign-in link. Only in development mode; otherwise it is emailed."""


class SignInRequest(TypedDict, total=False):
    """Body of `POST /auth/callback`."""

    token: str | None
    """Token from the sign-in link."""


class TestDelivery(TypedDict):
    """Result of a test delivery."""

    deliveryId: str
    """ID of the delivery, as in the `webhook-id` header."""
    durationMs: int
    """Duration in milliseconds."""
    error: Literal["redirected", "refused", "origin_error", "blocked_address", "dns_failed", "connect_failed", "tls_failed", "timed_out", "internal"] | str | None
    """Why the delivery failed; null if it succeeded."""
    ok: bool
    """True if the endpoint accepted the delivery."""
    statusCode: int | None
    """HTTP status the endpoint returned; null if it did not respond."""


class TrackedEngine(TypedDict):
    """Results of one answer engine."""

    engine: Literal["engine_1", "engine_2", "engine_3"] | str
    """ID of the engine."""
    name: str
    """Display name of the engine."""
    questions: list[TrackedQuestion]
    """Answered questions."""
    reason: str | None
    """Reason code if a question has no answer, such as `not_configured`; null otherwise."""
    status: Literal["pending", "done", "unavailable", "failed", "over_limit"] | str
    """Status of the engine. `pending`: questions are waiting; `done`: at least one question was
    answered and none is waiting; `unavailable`: the operator has not configured the engine;
    `failed`: no answer; `over_limit`: the account's weekly calls are used up.
    """


class TrackedQuestion(TypedDict):
    """Question that an answer engine answered."""

    cited: bool
    """True if the answer cites the page or its site."""
    citedUrl: str | None
    """Cited URL, if known."""
    others: list[str]
    """Other sites the answer cites, in order."""
    position: int | None
    """Position of the page, or else its site, among the citations, starting at 1."""
    text: str
    """Text of the question."""


class TrackingConsent(TypedDict):
    """Recorded consent to AI-answer tracking."""

    consentedAt: str
    """Time of the consent."""
    engines: list[Literal["engine_1", "engine_2", "engine_3"] | str]
    """Answer engines that may be asked."""
    ip: str
    """IP address the consent came from."""


class TrackingConsentRequest(TypedDict):
    """Consent to AI-answer tracking."""

    engines: list[Literal["engine_1", "engine_2", "engine_3"] | str]
    """Answer engines that may be asked about the URL. Engines that the operator has not
    configured are accepted and shown as `unavailable`.
    """


class TrackingResults(TypedDict):
    """Results of AI-answer tracking."""

    engines: list[TrackedEngine]
    """Results by engine."""
    lastRunAt: str | None
    """Time of the last run; null if there was none yet."""
    questions: list[str]
    """Questions asked, made from the page's title and headings."""


UnsubscribeForm = TypedDict(
    "UnsubscribeForm",
    {
        # `One-Click`, as mail programs send it (RFC 8058). Ignored.
        "List-Unsubscribe": "str | None",
        # Token of the link, if the query has none.
        "token": "str | None",
    },
    total=False,
)
"""Unsubscribe form. Both fields are optional: the query of the link carries the token."""


class UrlHistory(TypedDict):
    """Page of the scans of one URL."""

    next_cursor: str | None
    """Cursor for the next page; null on the last page."""
    scans: list[HistoryScan]
    """Scans, newest first."""
    url: str | None
    """Normalized URL; null if its last scan was deleted while paging."""
    urlHash: str
    """SHA-256 of the normalized URL, in hex."""
    versions: int
    """Number of the account's scans of the URL, including pending and failed ones."""


class User(TypedDict):
    """Account."""

    createdAt: str
    """Time of creation."""
    email: str
    """Email address."""
    id: str
    """ID of the account."""


class WebhookEndpoint(TypedDict):
    """Webhook endpoint of an account."""

    createdAt: str
    """Time of creation."""
    enabled: bool
    """True if deliveries are sent; false while paused."""
    id: str
    """ID of the endpoint."""
    lastDelivery: LastDelivery | None
    """Last delivery attempt; null if there was none."""
    pausedReason: Literal["manual", "failing", "gone", "plan"] | str | None
    """Reason for the pause; null while enabled. A `plan` pause ends with an upgrade."""
    secretHint: str
    """Last characters of the signing secret."""
    url: str
    """URL of the endpoint."""


class WebhookEnvelopeRequired(TypedDict):
    """Fields that every `WebhookEnvelope` has."""

    endpoint: WebhookEndpoint | None
    """Webhook endpoint; null if none is configured."""


class WebhookEnvelope(WebhookEnvelopeRequired, total=False):
    """Envelope of the webhook endpoint."""

    previousSecretExpiresAt: str
    """Time until which deliveries are also signed with the previous secret."""
    secret: str
    """Signing secret: `whsec_` followed by base64. Returned only when created or rotated; store
    it now.
    """


class WebhookRequest(TypedDict):
    """Body of `POST /webhooks`."""

    url: str
    """Public HTTPS URL that webhooks are delivered to."""
