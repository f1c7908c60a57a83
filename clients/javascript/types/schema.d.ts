// Generated from docs/openapi.json by `just docs`. Do not edit.

/** Status of an accepted scan. `pending`: Queued or running. `done`: Report is ready. */
export type AcceptedStatus = "pending" | "done" | (string & {});

/** Response of `GET /account/usage`. */
export interface AccountUsage {
  /** Limits of the plan. */
  limits: PlanLimits;
  /** Plan of the account. */
  plan: "free" | "pro" | "agency" | (string & {});
  /** Current usage. */
  usage: AccountUsageTotals;
}

/** Usage of an account. */
export interface AccountUsageTotals {
  /** Active API keys the account created. */
  apiKeys: ResourceUsage;
  /** Scans in the current UTC day. */
  day: QuotaBucket;
  /** Active monitors. */
  monitors: ResourceUsage;
  /** Scans in the current calendar month (UTC). */
  month: QuotaBucket;
}

/** Other ways for an agent to start a scan. */
export interface AgentPointers {
  /** URL of the page where API keys are created. */
  keysUrl: string;
  /** URL of the MCP endpoint, which needs no human-check token. */
  mcpEndpoint: string;
  /** Header to omit when retrying the request. */
  retryWithout?: string;
  /** Name of the MCP tool that starts a scan. */
  tool: string;
}

/** API key, without its token. */
export interface ApiKey {
  /** Time of creation. */
  createdAt: string;
  /** ID of the key. */
  id: string;
  /** Last four characters of the token. */
  last4: string;
  /** Time of last use, accurate to about a minute; null if never used. */
  lastUsedAt: string | null;
  /** Name of the key. */
  name: string;
  /** Prefix that every token starts with. */
  prefix: string;
  /** Scopes of the key. */
  scopes: Array<string>;
  /** Who created the key: the account owner or a connected app. */
  source: "account" | "app" | (string & {});
}

/** Response preferences. */
export interface AskPreferences {
  /** True to get the results as a stream of events. */
  streaming?: boolean;
}

/** Query to search for. */
export interface AskQuery {
  /** Question or keywords, in English. */
  text: string;
}

/** Search request. Unknown fields are ignored. */
export interface AskRequest {
  /** Response preferences. */
  prefer?: AskPreferences;
  /** Query to search for. */
  query: AskQuery;
}

/** Results of a batch read. */
export interface Batch {
  /** One result per ID, in the order requested. */
  results: Array<BatchResult>;
}

/** Result of one read in a batch. */
export interface BatchResult {
  /** Body of the read: a report, a pending scan or an error. */
  body: Report | PendingScan | Error;
  /** Headers of the read: `content-type`, and `etag` or `retry-after` where they apply. */
  headers: Record<string, string>;
  /** Requested ID. */
  id: string;
  /** HTTP status this read would have had on its own. */
  status: number;
}

/** Billing interval. `monthly`: Billed every month. `yearly`: Billed every year. */
export type BillingInterval = "monthly" | "yearly" | (string & {});

/**
 * Category of checks. `access`: Whether crawlers can fetch the page. `indexing`: Whether
 * engines may index and quote the page. `extraction`: Whether the text can be extracted.
 * `structure`: Whether the text is structured for quoting. `evidence`: Whether claims are
 * supported. `provenance`: Whether author, publisher and dates are stated. `schema`: Whether
 * the structured data is correct.
 */
export type Category = "access" | "indexing" | "extraction" | "structure" | "evidence" | "provenance" | "schema" | (string & {});

/** Change of one category's score. */
export interface CategoryDelta {
  /** Change in points; null if either score is. */
  delta: number | null;
  /** Score in the baseline; null if no check applied. */
  from: number | null;
  /** ID of the category. */
  id: Category;
  /** Display name of the category. */
  title: string;
  /** Score in the newer scan; null if no check applied. */
  to: number | null;
}

/** Score of one category. */
export interface CategoryScore {
  /** Number of failed checks. */
  failed: number;
  /** ID of the category. */
  id: Category;
  /** Number of checks that do not apply. */
  notApplicable: number;
  /** Number of passed checks. */
  passed: number;
  /** Score from 0 to 100; null if no check applies. */
  score: number | null;
  /** Display name of the category. */
  title: string;
  /** Number of checks with a warning. */
  warned: number;
  /** Weight of the category out of 100. */
  weight: number;
}

/** Comparison with pages of the same kind in the reference set, for one category. */
export interface CategoryStanding {
  /** Percentage of those pages that score lower in the category. */
  betterThan: number;
  /** Category. `provenance` is compared without `freshness`. */
  category: Category;
  /** Kind of the compared pages. */
  kind: PageKind;
  /** Number of compared pages. */
  of: number;
  /** Name of the reference set, such as `November 2026`. */
  set: string;
}

/** Chain board. */
export interface ChainBoard {
  /** Time of the last read. */
  asOf: string | null;
  /** Last 10 decisions, newest first. */
  decisions: Array<ChainDecision>;
  /** Last heartbeat of each part of the chain. */
  heartbeats: Array<ChainHeartbeat>;
  /** Open issues and pull requests that are in a lane, by number. */
  objects: Array<ChainObject>;
  /** True if there is no copy, or it is older than 45 minutes. */
  stale: boolean;
  /** Name of the last sweep. */
  sweepRun: string | null;
}

/** Decision of the chain. */
export interface ChainDecision {
  /** Time of the event. */
  at: string;
  /** Decision. */
  decision: string | null;
  /** Object the decision is about. */
  object: string | null;
  /** Reasons for the decision. */
  reasons: Array<string>;
  /** ID of the run that decided. */
  runId: string;
}

/** Heartbeat of one part of the chain. */
export interface ChainHeartbeat {
  /** Hours since the heartbeat; null if that time is in the future. */
  ageHours: number | null;
  /** Time of the event. */
  at: string;
  /** Connectors that failed. */
  failedConnectors: Array<string>;
  /** Name of the part. */
  name: string;
}

/**
 * Lane. `bugfix`: Bug fixes. `deps`: Dependencies. `chain`: Work on the chain itself.
 * `feature`: Features.
 */
export type ChainLane = "bugfix" | "deps" | "chain" | "feature" | (string & {});

/** Issue or pull request in a lane. */
export interface ChainObject {
  /** Time at which the object entered its stage. */
  enteredStageAt: string | null;
  /** Head commit of a pull request. */
  head: string | null;
  /** Head branch of a pull request. */
  headRef: string | null;
  /** Hours since the object entered its stage. */
  hoursInStage: number | null;
  /** Kind of object. */
  kind: ChainObjectKind;
  /** Labels of the object. */
  labels: Array<string>;
  /** Lane the object is in. */
  lane: ChainLane;
  /** Number in the repository. */
  number: number;
  /** Newest matching workflow run, keyed by stage. */
  runs: Record<string, ChainRun>;
  /** Stage the object has reached. */
  stage: string | null;
  /** Title. */
  title: string;
}

/** Kind of object. `pr`: Pull request. `issue`: Issue. */
export type ChainObjectKind = "pr" | "issue" | (string & {});

/** Workflow run of a stage. */
export interface ChainRun {
  /** Time at which the run started. */
  at: string | null;
  /** Conclusion; null while the run is in progress. */
  conclusion: string | null;
  /** ID of the run. */
  id: number;
  /** How the run was matched to the object. */
  match: ChainRunMatch;
  /** Status of the run. */
  status: string | null;
}

/**
 * How a run was matched. `head`: Matched by head commit or branch. `since`: Ran after the
 * object entered the stage; may belong to another object.
 */
export type ChainRunMatch = "head" | "since" | (string & {});

/**
 * Outcome of the last read of the pause switch. `variable`: The variable was read.
 * `unreadable`: The read failed.
 */
export type ChainSource = "variable" | "unreadable" | (string & {});

/** Pause switch of the chain. */
export interface ChainStatus {
  /** Time of the last read. */
  asOf: string | null;
  /** True if the switch was on when it was last read. */
  frozen: boolean;
  /** Outcome of the last read; null if there was none. */
  source: ChainSource | null;
  /** True if there is no copy, or it is older than 45 minutes. */
  stale: boolean;
}

/** Observation. It describes what was found and never contains the fix. */
export interface CheckDetail {
  /** Excerpt of the page, at most 160 characters. Untrusted text. */
  excerpt: string;
  /** Expected value. */
  expected?: string;
  /** Label of the observation. */
  label: string;
  /** Line in the source of the page, or of robots.txt if the label says so. */
  line?: number;
  /** Measured value. */
  measured?: string;
  /** CSS selector of the element. */
  selector?: string;
}

/** Result of one check. */
export interface CheckResult {
  /** Category of the check. */
  category: Category;
  /** Observations the verdict is based on. */
  details: Array<CheckDetail>;
  /** Strength of the evidence for the rule. */
  evidenceStrength: EvidenceStrength;
  /** ID of the check, such as `robots-search-bots`. */
  id: string;
  /** Number of the check in the catalogue. */
  number: number;
  /** Verdict of the check. */
  status: CheckStatus;
  /** Finding in one sentence. Page text and code are in Markdown code spans. */
  summary: string;
  /** Title of the check: the good state. */
  title: string;
  /** Value from 0 (fail) to 100 (pass); null if the check does not apply. */
  value: number | null;
  /** Weight out of 100; 0 means informational. */
  weight: number;
}

/**
 * Verdict of a check. `pass`: Passed. `warn`: Could be better. `fail`: Failed. `na`: Does not
 * apply, or could not be determined.
 */
export type CheckStatus = "pass" | "warn" | "fail" | "na" | (string & {});

/** Body of `POST /billing/checkout`. */
export interface CheckoutRequest {
  /** Billing interval. `yearly` is available for `pro` only. */
  interval?: BillingInterval;
  /** Plan to buy. */
  plan: PaidPlan;
}

/**
 * Fix in a comparison. Its title is shown only if the viewer may see the fix in full in the
 * report it comes from.
 */
export interface ComparedFix {
  /** IDs of the checks it fixes, in catalogue order. */
  checkIds: Array<string>;
  /** True if the title is withheld. */
  locked: boolean;
  /** What to do; null if withheld. */
  title: string | null;
}

/** One of two compared scans. */
export interface ComparedScan {
  /** ID of the scan. */
  id: string;
  /** Kind of page. If this differs, other checks apply to the page. Null in older comparisons. */
  kind: PageKind | null;
  /**
   * Length of the text, and the share of the score that it leaves; null if length doesn't
   * count.
   */
  length: ScoreLength | null;
  /** Whether the page was rendered. If this differs, the scores measure JavaScript differently. */
  rendering: RenderingState;
  /** Time at which the page was fetched. */
  scannedAt: string;
  /** Score from 0 to 100. */
  score: number;
}

/** Comparison of two reports of one URL. */
export interface Comparison {
  /** Changes by category, in catalogue order. */
  categories: Array<CategoryDelta>;
  /** Checks whose verdict changed. */
  flippedChecks: Array<FlippedCheck>;
  /** Baseline scan. */
  from: ComparedScan;
  /** Checks that warn in both scans and whose points changed. Empty in older comparisons. */
  movedChecks: Array<MovedCheck>;
  /** Fixes, split into resolved, no longer applicable, new and open. */
  recommendations: RecommendationChanges;
  /** Change of the score in points. */
  scoreDelta: number;
  /** Newer scan. */
  to: ComparedScan;
  /** Normalized URL of both scans. */
  url: string;
  /** Number of fixes whose titles are withheld. */
  withheld: number;
}

/** Confirmation that the request succeeded. */
export interface Confirmation {
  /** Always true. */
  ok: true;
}

/** Body of `POST /keys`. */
export interface CreateKeyRequest {
  /** Name of the key. Must not be blank or contain control characters. */
  name: string;
  /** Scopes of the key. `read` is always included. Defaults to `read` and `scan`. */
  scopes?: Array<"read" | "scan" | "monitors" | (string & {})> | null;
}

/** Body of `POST /monitors`. */
export interface CreateMonitorRequest {
  /** Consent to AI-answer tracking. Sessions only; API keys are refused. */
  trackingConsent?: TrackingConsentRequest | null;
  /** HTTPS URL to scan every week. Bare domains get `https://`. */
  url: string;
}

/** New API key with its token. */
export interface CreatedKey {
  /** New key. */
  key: ApiKey;
  /** Token of the key. Store it now; it is never shown again. */
  token: string;
}

/** Health of the database. */
export interface DatabaseHealth {
  /** Response time in milliseconds; null if the database did not answer. */
  latencyMs: number | null;
  /** `ok` if the database responded. */
  status: HealthStatus;
}

/** Result of deleting the scans of a URL. */
export interface DeletedScans {
  /** Number of scans deleted. */
  deleted: number;
  /** Always true. */
  ok: true;
}

/**
 * Whether an engine can use the page. `eligible`: Reach is 100. `limited`: Reach is between 1
 * and 99. `blocked`: Reach is 0.
 */
export type EngineEligibility = "eligible" | "limited" | "blocked" | (string & {});

/** Verdict for one answer engine. */
export interface EngineVerdict {
  /** ID of the engine. */
  id: "google" | "chatgpt" | "perplexity" | "claude" | "copilot" | (string & {});
  /** Display name of the engine. */
  name: string;
  /**
   * Reach from 0 to 100: the product of the factors for access, indexing, snippets, text and
   * walls.
   */
  reach: number;
  /** Reasons for a reach below 100. */
  reasons: Array<ReachReason>;
  /** Whether the engine can use the page. */
  verdict: EngineEligibility;
}

/** The body of every error. */
export interface Error {
  /** Other ways for an agent to start this scan. */
  agent?: AgentPointers;
  /** Quota bucket that is used up. */
  bucket?: "day" | "month" | (string & {});
  /** Documentation of this error. */
  docUrl?: string;
  /** Stable, machine-readable error code. */
  error: ErrorCode;
  /** Copy of `message` for OAuth clients (RFC 6749 section 5.2). */
  error_description?: string;
  /** Number of requests or scans allowed in the window. */
  limit?: number;
  /** Human-readable explanation and what to do next. */
  message: string;
  /** Field, query parameter or header at fault, such as `url`, `scopes[0]` or `Idempotency-Key`. */
  param?: string;
  /** Plan whose limit was reached. */
  plan?: "anonymous" | "free" | "pro" | "agency" | (string & {});
  /** Why the scan failed, or which plan limit applies. */
  reason?: ErrorReason;
  /** ID of the request, as in the `X-Request-Id` header. Quote it in support requests. */
  requestId: string;
  /** Time at which the limit resets. */
  resetAt?: string;
  /** Seconds until the limit resets. */
  retryAfterSec?: number;
  /** ID of the failed scan. */
  scanId?: string;
  /** Scope that the API key lacks. */
  scope?: "read" | "scan" | "monitors" | "webhooks" | (string & {});
  /** Where to get a plan that allows this request. */
  upgradeUrl?: string;
  /** Number of scans used in the bucket. */
  used?: number;
}

/**
 * Error code. `invalid_request`: A field, a parameter or the body is invalid. `invalid_json`:
 * The body is not valid JSON. `invalid_url`: The URL is not a public HTTPS URL.
 * `invalid_scan_id`: The scan ID is malformed. `invalid_ids`: The list of IDs is empty,
 * malformed or too long. `invalid_email`: The email address is malformed. `invalid_scope`: New
 * API keys cannot carry this scope. `invalid_idempotency_key`: `Idempotency-Key` is not 1 to
 * 255 visible ASCII characters. `invalid_cursor`: The cursor does not belong to this list and
 * account. `invalid_limit`: `limit` is out of range. `invalid_engine`: An answer engine is
 * unknown, or none is named. `invalid_plan`: The plan cannot be bought this way, or the account
 * already has a subscription. `no_billing_profile`: The account has never paid, so there is no
 * customer portal. `invalid_signature`: The signature of the payment event cannot be verified.
 * `compare_form_invalid`: The request needs either `from` and `to`, or `url`, not both.
 * `scan_not_finished`: A scan to compare has no report. `url_mismatch`: The scans to compare
 * are of different URLs. `unauthorized`: The route needs a session or an API key.
 * `invalid_api_key`: The `Authorization` header holds no active API key. `session_required`:
 * The route needs a session; API keys are refused. `token_invalid`: The sign-in token is
 * missing or was never issued. `token_expired`: The sign-in token is older than 15 minutes.
 * `token_used`: The sign-in token was used before. `cross_site_request`: Another site made the
 * browser send the request. `origin_not_allowed`: The MCP endpoint does not accept this origin
 * or host. `refresh_requires_account`: `refresh` needs an account. `plan_required`: The plan
 * does not include this, or its limit is reached. `human_check_failed`: The human-check token
 * is missing, invalid or used. `insufficient_scope`: The API key lacks the scope the route
 * needs. `key_not_allowed`: Only the signed-in owner may do this; API keys are refused.
 * `not_found`: Nothing exists at this path or under this ID. `method_not_allowed`: The path
 * exists, but not for this method. `report_not_ready`: The scan has no report: it is pending or
 * has failed. `scan_running`: A scan that would be deleted is still running.
 * `idempotency_in_progress`: The first request with this `Idempotency-Key` is still running.
 * `key_limit_reached`: The account has as many API keys as its plan allows.
 * `idempotency_key_reused`: The `Idempotency-Key` was used for a different request.
 * `rate_limited`: Too many requests, or an anonymous caller has no scans left.
 * `quota_exceeded`: The account has used all scans of its plan for the day or month.
 * `request_timeout`: The body arrived too slowly. `body_too_large`: The body is too large.
 * `unsupported_media_type`: The body has the wrong content type. `scan_failed`: The scan
 * failed; `reason` says why. `report_missing`: The scan is finished, but its report is missing.
 * `internal_error`: Something failed on the server. `daily_budget_exhausted`: The service has
 * used its daily scan budget. `provider_error`: The payment provider could not complete the
 * request. `billing_not_configured`: Payments are not configured on this service.
 * `mail_not_configured`: Email is not configured on this service. `overloaded`: The service is
 * busy. `draining`: The service is restarting, or scans are paused.
 */
export type ErrorCode = "invalid_request" | "invalid_json" | "invalid_url" | "invalid_scan_id" | "invalid_ids" | "invalid_email" | "invalid_scope" | "invalid_idempotency_key" | "invalid_cursor" | "invalid_limit" | "invalid_engine" | "invalid_plan" | "no_billing_profile" | "invalid_signature" | "compare_form_invalid" | "scan_not_finished" | "url_mismatch" | "unauthorized" | "invalid_api_key" | "session_required" | "token_invalid" | "token_expired" | "token_used" | "cross_site_request" | "origin_not_allowed" | "refresh_requires_account" | "plan_required" | "human_check_failed" | "insufficient_scope" | "key_not_allowed" | "not_found" | "method_not_allowed" | "report_not_ready" | "scan_running" | "idempotency_in_progress" | "key_limit_reached" | "idempotency_key_reused" | "rate_limited" | "quota_exceeded" | "request_timeout" | "body_too_large" | "unsupported_media_type" | "scan_failed" | "report_missing" | "internal_error" | "daily_budget_exhausted" | "provider_error" | "billing_not_configured" | "mail_not_configured" | "overloaded" | "draining" | (string & {});

/** Why a scan failed, or which plan limit applies. */
export type ErrorReason = ScanFailure | PlanLimit;

/** Verdict of a check in an event. */
export interface EventCheck {
  /** ID of the check. */
  id: string;
  /** Verdict of the check. */
  status: CheckStatus;
}

/** Reason of a failed scan in an event. */
export interface EventError {
  /** Code of the reason. */
  code: ScanFailureCode;
  /** What happened. */
  message: string;
}

/** Source that a rule is based on. */
export interface EvidenceSource {
  /** Strength of the evidence. */
  strength: EvidenceStrength;
  /** Title of the source. */
  title: string;
  /** URL of the source. */
  url: string;
}

/**
 * Strength of the evidence for a rule. `strong`: Documented by the engines or shown by several
 * large studies. `moderate`: Shown by one good study. `weak`: Weak or contested evidence.
 * `convention`: Good practice without a measured effect.
 */
export type EvidenceStrength = "strong" | "moderate" | "weak" | "convention" | (string & {});

/** Fixture of the sandbox. */
export interface Fixture {
  /** What the report shows. */
  description: string;
  /** ID of the fixture. */
  id: string;
  /** URL of the report. */
  reportUrl: string;
  /** Title. */
  title: string;
}

/** Fixtures of the sandbox. */
export interface FixtureList {
  /** All fixtures. */
  fixtures: Array<Fixture>;
}

/** Check whose verdict changed. */
export interface FlippedCheck {
  /** Category of the check. */
  category: Category;
  /** Verdict in the baseline. */
  from: CheckStatus;
  /** ID of the check. */
  id: string;
  /** Title of the check: the good state. */
  title: string;
  /** Verdict in the newer scan. */
  to: CheckStatus;
}

/**
 * How certain a gain is. `exact`: All other checks keep their verdicts. `atMost`: More checks
 * become applicable; the gain is reached if they pass. `unlocks`: Checks that could not run
 * become applicable; the gain is unknown.
 */
export type GainKind = "exact" | "atMost" | "unlocks" | (string & {});

/** Health of the service. */
export interface Health {
  /** Deep checks, with `deep=1` only. */
  checks?: HealthChecks;
  /** Current time of the service. */
  now: string;
  /** True while the operator has paused scans. With `deep=1` only. */
  paused?: boolean;
  /** Overall status. */
  status: HealthStatus;
  /** Seconds since the service started. */
  uptimeSec: number;
  /** Version of the service. */
  version: string;
}

/** Deep checks. */
export interface HealthChecks {
  /** Health of the database. */
  database: DatabaseHealth;
  /** Health of the weekly monitoring. */
  monitoring: MonitoringHealth;
}

/** Health status. `ok`: All checks passed. `degraded`: A check failed. */
export type HealthStatus = "ok" | "degraded" | (string & {});

/** URL the account has scanned. */
export interface HistoryEntry {
  /** Newest scan. While paging, the newest at the time of the first page. */
  latest: HistoryScan;
  /** Normalized URL. */
  url: string;
  /** SHA-256 of the normalized URL, in hex. */
  urlHash: string;
  /** Number of the account's scans of the URL, including pending and failed ones. */
  versions: number;
}

/** Page of the history. */
export interface HistoryList {
  /** One entry per URL, most recently scanned first. */
  entries: Array<HistoryEntry>;
  /** Cursor for the next page; null on the last page. */
  next_cursor: string | null;
}

/** Scan in the history. */
export interface HistoryScan {
  /** ID of the scan. */
  id: string;
  /**
   * Time at which the page was fetched. For a failed scan, the time it ended; for a pending
   * scan, the time it was requested.
   */
  scannedAt: string;
  /** Score from 0 to 100; null if there is no report. */
  score: number | null;
  /** What started the scan. */
  source: ScanSource;
  /** Status of the scan. */
  status: ScanStatus;
  /** URL of the scan for people, as a page. */
  webUrl: string;
}

/** Page hosted by the payment provider. */
export interface HostedPage {
  /** ID of the page at the provider. */
  id: string;
  /** URL to open in a browser. */
  url: string;
}

/** Active API keys of an account. */
export interface KeyList {
  /** Active keys, oldest first. */
  keys: Array<ApiKey>;
  /** Number of keys the account can create. */
  limit: number;
}

/** Last delivery attempt. */
export interface LastDelivery {
  /** Time of the attempt. */
  at: string;
  /** ID of the delivery, as in the `webhook-id` header. */
  id: string;
  /** True if the delivery succeeded. */
  ok: boolean;
  /** HTTP status the endpoint returned; null if it did not respond. */
  statusCode: number | null;
}

/** Lifecycle event of a scan. */
export interface LifecycleEvent {
  /** Time of the event. */
  at: string;
  /** Completed check, on check events; null otherwise. */
  check: EventCheck | null;
  /** Number of checks completed. */
  completedChecks: number;
  /** What the stage is waiting for, such as `sitemap 2 of 4`; null otherwise. */
  detail: string | null;
  /** Reason, on the last event of a failed scan; null otherwise. */
  error: EventError | null;
  /** ID of the scan. */
  scanId: string;
  /** Score, on the last event of a finished scan; null otherwise. */
  score: number | null;
  /** Sequence number of the event, starting at 1. */
  seq: number;
  /** Stage the scan has reached. */
  stage: ScanStage;
  /** Status of the scan. */
  status: ScanStatus;
  /** Number of checks in the catalogue. */
  totalChecks: number;
}

/** Liveness of the process. */
export interface Liveness {
  /** Always `ok`. */
  status: ReadinessStatus;
}

/** Fix shown by title only. */
export interface LockedFix {
  /** Always true. */
  locked: true;
  /** Rank of the fix; 1 is the best. */
  rank: number;
  /** What to do. */
  title: string;
}

/**
 * Reason for low confidence. `low_coverage`: Coverage is below 60. `page_cut`: Only part of the
 * page was read. `main_content_unclear`: The main content could not be identified with
 * certainty. `not_seen`: A check could not read what it needed, such as robots.txt.
 */
export type LowConfidenceReason = "low_coverage" | "page_cut" | "main_content_unclear" | "not_seen" | (string & {});

/** URL that is scanned every week. */
export interface Monitor {
  /** Time of creation. */
  createdAt: string;
  /** ID of the monitor. */
  id: string;
  /** Time at which the last run ended, with or without a score. */
  lastRunAt: string | null;
  /** ID of the last scan with a score. */
  lastScanId: string | null;
  /** Score of the last scan. */
  lastScore: number | null;
  /** Time of the next run; null if the monitor is inactive. */
  nextRunAt: string | null;
  /** Score of the previous scan. */
  previousScore: number | null;
  /** Status of the monitor. */
  status: "active" | "inactive" | (string & {});
  /** Results of AI-answer tracking; null without consent and results. */
  tracking: TrackingResults | null;
  /** Consent to AI-answer tracking; null if none is recorded. */
  trackingConsent: TrackingConsent | null;
  /** Normalized URL. */
  url: string;
  /** SHA-256 of the normalized URL in hex, as in the history. */
  urlHash: string;
}

/** Monitors the plan allows. */
export interface MonitorAllowance {
  /** Number of monitors the plan allows. */
  limit: number;
  /** Number of monitors left. */
  remaining: number;
  /** Number of active monitors. */
  used: number;
}

/** Envelope of one monitor. */
export interface MonitorEnvelope {
  /** Monitor. */
  monitor: Monitor;
}

/** Active monitors of an account. */
export interface MonitorList {
  /** Monitors the plan allows. */
  allowance: MonitorAllowance;
  /** Active monitors, oldest first. */
  monitors: Array<Monitor>;
}

/** Health of the weekly monitoring. */
export interface MonitoringHealth {
  /** Seconds since the last heartbeat. */
  ageSec: number | null;
  /** Time of the last heartbeat. */
  lastHeartbeatAt: string | null;
  /** `ok` if there was a recent heartbeat. */
  status: HealthStatus;
}

/** Check that warns in both scans and whose points changed. */
export interface MovedCheck {
  /** Category of the check. */
  category: Category;
  /** Points of 100 in the baseline. */
  from: number;
  /** ID of the check. */
  id: string;
  /** Title of the check: the good state. */
  title: string;
  /** Points of 100 in the newer scan. */
  to: number;
}

/** Readiness of this node. */
export interface NodeReadiness {
  /** Individual checks. */
  checks: ReadinessChecks;
  /** `ok` if every check is. */
  status: ReadinessStatus;
}

/** Email notification preferences. */
export interface NotificationPreferences {
  /**
   * Master switch. If false, no notifications are sent, whatever the other flags say. Sign-in
   * links are always sent.
   */
  all: boolean;
  /** Notices about the subscription. */
  billing: boolean;
  /** Alert if a monitored page cannot be scanned. */
  monitorFailure: boolean;
  /** Alert if a monitored page loses points. */
  scoreDrop: boolean;
  /** Alert if webhooks are paused. */
  webhookPaused: boolean;
  /** Weekly report on monitored pages. */
  weeklyReport: boolean;
}

/** Body of `POST /notifications`. Flags that are left out keep their values. */
export interface NotificationPreferencesPatch {
  /** Master switch. */
  all?: boolean;
  /** Notices about the subscription. */
  billing?: boolean;
  /** Alert if a monitored page cannot be scanned. */
  monitorFailure?: boolean;
  /** Alert if a monitored page loses points. */
  scoreDrop?: boolean;
  /** Alert if webhooks are paused. */
  webhookPaused?: boolean;
  /** Weekly report on monitored pages. */
  weeklyReport?: boolean;
}

/**
 * Kind of page. `home`: Home page of a site. `article`: Article. `product`: Product page.
 * `docs`: Documentation. `qa`: Questions and answers, or a forum thread. `listing`: List of
 * other pages. `other`: Anything else.
 */
export type PageKind = "home" | "article" | "product" | "docs" | "qa" | "listing" | "other" | (string & {});

/** Result of rendering the page in a browser. */
export interface PageRendering {
  /**
   * Share of the main content that only JavaScript adds, in percent; omitted if the page did
   * not finish.
   */
  addedByJavascript?: number;
  /** Browser that rendered it, such as `HeadlessChrome/156.0.8078.79`. */
  browser?: string;
  /** Facts with and without JavaScript; empty if the page was not rendered. */
  facts?: Array<RenderedFact>;
  /** URL that a script tried to navigate to. */
  navigation?: string;
  /** Scripts and data that the page requested but did not get, at most 20 URLs. */
  notLoaded?: Array<string>;
  /** Reason for `notAvailable` and `failed`, or for a page that did not finish, in one sentence. */
  reason?: string;
  /** Whether the page was rendered. */
  state: RenderingState;
}

/** Summary of a page. */
export interface PageSummary {
  /** Size of the decoded page in bytes. */
  bytes: number;
  /** Kind of page. */
  kind: PageKind;
  /** Reason the page was classified as this kind. */
  kindReason: string;
  /** Primary language subtag, such as `en`; `und` if unknown. */
  language: string;
  /** Title of the page, at most 300 characters. Untrusted text. */
  title: string;
  /**
   * Length of the main content in words. For writing systems without spaces, the length is
   * converted to words.
   */
  wordEquivalents: number;
}

/** Paid plan. `pro`: Pro plan. `agency`: Agency plan. */
export type PaidPlan = "pro" | "agency" | (string & {});

/** Acknowledgement of a payment event. */
export interface PaymentEventReceipt {
  /** True if the event was received before. */
  duplicate: boolean;
  /** Always true. */
  received: true;
}

/** Scan that is queued or running. */
export interface PendingScan {
  /** Number of checks completed. Stays 0 until the end, when all checks run at once. */
  completedChecks: number;
  /** Time at which the scan was requested. */
  createdAt: string;
  /** ID of the scan. */
  id: string;
  /** Stage the scan has reached. */
  stage: ScanStage;
  /** Always `pending`. */
  status: PendingStatus;
  /** Number of checks in the catalogue. */
  totalChecks: number;
  /** Normalized URL. */
  url: string;
}

/** Status of a scan that is queued or running. `pending`: Queued or running. */
export type PendingStatus = "pending";

/**
 * Which plan limit applies. `plan`: The plan does not include the feature. `monitor_limit`: The
 * account has reached the plan's number of monitors.
 */
export type PlanLimit = "plan" | "monitor_limit" | (string & {});

/** Limits of a plan. */
export interface PlanLimits {
  /** Number of API keys the account can create. */
  apiKeys: number;
  /** Number of active monitors. */
  monitors: number;
  /** Number of fixes shown in full per report; null means all. */
  recommendations: number | null;
  /** Number of scans per UTC day. */
  scansPerDay: number;
  /** Number of scans per calendar month (UTC). */
  scansPerMonth: number;
}

/** Protected-resource metadata (RFC 9728). Names no authorization server: there is none. */
export interface ProtectedResourceMetadata {
  /** Ways to send an API key. Always `header`. */
  bearer_methods_supported: Array<"header">;
  /** URL of the protected resource. */
  resource: string;
  /** Display name of the resource. */
  resource_name: string;
  /** Scopes an API key can have. */
  scopes_supported: Array<"read" | "scan" | "monitors" | (string & {})>;
}

/** Scan quota of one period. */
export interface QuotaBucket {
  /** Number of scans left. */
  remaining: number;
  /** Time at which the bucket resets. */
  resetAt: string;
  /** Number of scans used. */
  used: number;
}

/**
 * Reason for a reach below 100. `robots_blocked`: robots.txt blocks the engine's crawler.
 * `noindex`: The page opts out of indexing. `nosnippet`: The page forbids snippets.
 * `snippet_limited`: The page limits snippets. `noarchive`: The page forbids a cached copy
 * (Bing). `text_needs_javascript`: The text needs JavaScript. `wall`: A paywall, login or
 * consent wall hides the text. `page_unavailable`: The URL does not return a page.
 */
export type ReachReason = "robots_blocked" | "noindex" | "nosnippet" | "snippet_limited" | "noarchive" | "text_needs_javascript" | "wall" | "page_unavailable" | (string & {});

/** Individual readiness checks. */
export interface ReadinessChecks {
  /** `ok` unless the service is shutting down. */
  accepting: ReadinessStatus;
  /** `ok` if every part of the service is up. */
  actors: ReadinessStatus;
  /** `ok` if the database can be read. */
  storeReads: ReadinessStatus;
  /** `ok` if the database accepts writes. */
  storeWrites: ReadinessStatus;
}

/** Outcome of a readiness check. `ok`: Check passed. `failed`: Check failed. */
export type ReadinessStatus = "ok" | "failed" | (string & {});

/** Recommended fix: in full, or locked and shown by title. */
export type Recommendation = RecommendedFix | LockedFix;

/** Fixes of two reports, split by what changed. */
export interface RecommendationChanges {
  /** Fixes recommended now, but not before. */
  new: Array<ComparedFix>;
  /** Fixes recommended before whose checks no longer apply to the page. Nothing was resolved. */
  noLongerApplicable: Array<ComparedFix>;
  /** Fixes recommended in both reports. */
  open: Array<ComparedFix>;
  /** Fixes recommended before, but no longer: their checks pass, or have other fixes now. */
  resolved: Array<ComparedFix>;
}

/** Fix: what to do, why, how, and what it gains. */
export interface RecommendedFix {
  /** IDs of the checks it fixes, in catalogue order. */
  checkIds: Array<string>;
  /**
   * True if only the owner can tell whether the fix suits the page. Such fixes rank as if they
   * gained a third. Omitted if false.
   */
  conditional?: boolean;
  /** Effort: 1 a line of configuration, 2 a template, 3 text of this page, 5 engineering. */
  effort: 1 | 2 | 3 | 5 | (number & {});
  /** Sources the rule is based on. */
  evidence: Array<EvidenceSource>;
  /** Points gained once all fixes before it are applied; null if unknown. */
  gain: number | null;
  /** How certain the gain is. */
  gainKind: GainKind;
  /** ID of what the fix edits. Stable across scans. */
  id: string;
  /** Always false. */
  locked: false;
  /** Score once this and all fixes before it are applied; null if unknown. */
  projectedScore: number | null;
  /** Rank of the fix; 1 is the best. */
  rank: number;
  /** Snippet to paste after checking its values. */
  snippet?: string;
  /** Steps to apply the fix. */
  steps: Array<string>;
  /** What to do. Page text and code are in Markdown code spans, here and in the steps. */
  title: string;
  /** How to verify the fix. */
  verify: string;
  /** Why the fix matters to answer engines. */
  why: string;
}

/** One fact about the page, without and with JavaScript. */
export interface RenderedFact {
  /** Value in the HTML that the server sends; empty if there is none. Untrusted text. */
  html: string;
  /** Name of the fact, such as `Title`. */
  name: string;
  /** Value once JavaScript has run; empty if there is none. Untrusted text. */
  rendered: string;
}

/**
 * Whether a page was rendered. `seen`: A browser rendered it. `notAsked`: Rendering was not
 * requested, or nothing suggested that JavaScript adds content. `notAvailable`: No browser was
 * available. `failed`: The page could not be rendered.
 */
export type RenderingState = "seen" | "notAsked" | "notAvailable" | "failed" | (string & {});

/** The report of one finished scan. */
export interface Report {
  /** Rating of the score. */
  band: ScoreBand;
  /** Caps that limit the score, strictest first. */
  caps: Array<ScoreCap>;
  /** Version of the catalogue: checks, weights and thresholds. */
  catalogueVersion: string;
  /** Scores by category, in catalogue order. */
  categories: Array<CategoryScore>;
  /** Results of the checks, in catalogue order. */
  checks: Array<CheckResult>;
  /** Number of checks that ran. */
  checksRun: number;
  /** Number of checks in the catalogue. */
  checksTotal: number;
  /** Weight of the applicable checks, as a percentage of the maximum for pages of this kind. */
  coverage: number;
  /** Verdict for each answer engine. */
  engines: Array<EngineVerdict>;
  /** Final URL, after redirects. */
  finalUrl: string;
  /** ID of the scan. */
  id: string;
  /** How the length of the text scales the score; null if it doesn't. */
  length: ScoreLength | null;
  /** True if `coverage` is below 60 or the page could not be read reliably. */
  lowConfidence: boolean;
  /** Reasons for the low confidence; empty if `lowConfidence` is false. */
  lowConfidenceReasons: Array<LowConfidenceReason>;
  /** Summary of the page. */
  page: PageSummary;
  /** Weighted mean of the applicable checks, from 0 to 100. */
  rawScore: number;
  /** Recommended fixes, best first. Each gain builds on the fixes before it. */
  recommendations: Array<Recommendation>;
  /** Number of fixes shown by title only. */
  recommendationsLocked: number;
  /** Number of fixes. */
  recommendationsTotal: number;
  /** Version of the crawler registry. */
  registryVersion: string;
  /** The page once JavaScript has run. */
  rendering: PageRendering;
  /** Time at which the page was fetched. */
  scannedAt: string;
  /**
   * Score from 0 to 100: the raw score, scaled by the length of the text and limited by the
   * caps.
   */
  score: number;
  /** SHA-256 of the snapshot in hex. */
  snapshotHash: string;
  /** Comparison with pages of the same kind in the reference set; empty if unknown. */
  standing: Array<CategoryStanding>;
  /** Always `done`. */
  status: ReportStatus;
  /** Normalized URL that was requested. */
  url: string;
  /** SHA-256 of `url` in hex. */
  urlHash: string;
}

/** Status of a report. `done`: Finished. */
export type ReportStatus = "done";

/** Number of resources in use. */
export interface ResourceUsage {
  /** Number in use. */
  used: number;
}

/** Accepted scan, or a cached report. */
export interface ScanAccepted {
  /** True if an earlier report is returned instead of a new scan. */
  cached: boolean;
  /** URL of the event stream. */
  eventsUrl: string;
  /** ID of the scan. */
  id: string;
  /** Seconds to wait before polling `reportUrl`; 0 if the report is ready. */
  pollAfterSec: number;
  /** URL of the report. */
  reportUrl: string;
  /** Time of the cached scan. Only if `cached` is true. */
  scannedAt?: string;
  /** Status of the scan: `done` if the report is ready. */
  status: AcceptedStatus;
  /** Normalized URL. */
  url: string;
  /** URL of the report for people, as a page. */
  webUrl: string;
}

/** Why a scan failed. */
export interface ScanFailure {
  /** Code of the reason. */
  code: ScanFailureCode;
  /** Media type of the response, for `not_html`. */
  contentType?: string;
  /** What happened. A failed scan says nothing about what answer engines get. */
  message: string;
  /** HTTP status, if it is the reason (`refused`, `origin_error`, `challenged`). */
  status?: number;
}

/**
 * Reason why a scan failed. `dns_failed`: The host name could not be resolved.
 * `blocked_address`: The URL or a redirect target is not on the public internet or not on an
 * allowed port. `tls_failed`: The TLS handshake failed or the certificate is invalid.
 * `connect_failed`: The connection failed or broke off. `timed_out`: The connection, the
 * response or the whole scan took too long. `robots_refused`: robots.txt disallows the URL for
 * CitableBot. `refused`: The site answered with a 4xx status other than 404 or 410.
 * `challenged`: The site answered with a challenge page. `redirected_to_http`: The URL
 * redirects to an `http:` URL, which is not fetched. `origin_error`: The site answered with a
 * 5xx status, twice. `not_html`: The response is not HTML. `scan_interrupted`: The service
 * stopped during both attempts. The scan is not charged. `internal`: The service failed. The
 * scan is not charged.
 */
export type ScanFailureCode = "dns_failed" | "blocked_address" | "tls_failed" | "connect_failed" | "timed_out" | "robots_refused" | "refused" | "challenged" | "redirected_to_http" | "origin_error" | "not_html" | "scan_interrupted" | "internal" | (string & {});

/** Body of `POST /scan`. */
export interface ScanRequest {
  /**
   * Token of the human check. Required for callers without a paid plan if the service has a
   * human check configured.
   */
  humanCheckToken?: string | null;
  /** True to scan again even if a report less than 24 hours old exists. Needs an account. */
  refresh?: boolean;
  /** HTTPS URL of the page to scan. Bare domains get `https://`. */
  url: string;
}

/** What started a scan. `manual`: A request. `monitor`: A monitor. */
export type ScanSource = "manual" | "monitor" | (string & {});

/**
 * Stage of a scan. Within one attempt, stages only move forward. `queued`: Accepted; waiting
 * for a free slot. `resolving`: Resolving the host and reading robots.txt for CitableBot.
 * `fetching`: Fetching the page and following redirects. `supporting`: Fetching robots.txt of
 * the final host, sitemaps and other supporting files. `reading`: Parsing the page. `checking`:
 * Running the checks. `scoring`: Computing score, caps and verdicts. `saving`: Storing the
 * report. `done`: Finished with a report. `error`: Finished without a report.
 */
export type ScanStage = "queued" | "resolving" | "fetching" | "supporting" | "reading" | "checking" | "scoring" | "saving" | "done" | "error" | (string & {});

/**
 * Status of a scan. `pending`: Queued or running. `done`: Finished with a report. `error`:
 * Finished without a report.
 */
export type ScanStatus = "pending" | "done" | "error" | (string & {});

/**
 * Rating of a score. `excellent`: 90 or more. `good`: 75 to 89. `fair`: 55 to 74. `poor`: 30 to
 * 54. `very_weak`: Below 30.
 */
export type ScoreBand = "excellent" | "good" | "fair" | "poor" | "very_weak" | (string & {});

/** Cap below the score that the page would have without caps. */
export interface ScoreCap {
  /** IDs of the checks that cause the cap. */
  checkIds: Array<string>;
  /** Highest score the cap allows. */
  limit: number;
  /** Reason for the cap, in one sentence. */
  reason: string;
}

/** Length of the text, and the share of the score that it leaves. */
export interface ScoreLength {
  /** Length from which the whole raw score is left. */
  fullFrom: number;
  /** Share of the raw score that is left, in percent. */
  percent: number;
  /** Length of the text in words; in languages without spaces, in equivalents of English words. */
  wordEquivalents: number;
}

/** Matching page, with the section that matches best. */
export interface SearchResult {
  /** Relevance. Comparable only within one response. */
  score: number;
  /** Heading of the section. */
  section: string;
  /** Plain-text excerpt around the match. */
  snippet: string;
  /** Title of the page. */
  title: string;
  /** URL of the section. */
  url: string;
}

/** Search results. */
export interface SearchResults {
  /** Query as searched, trimmed. */
  query: string;
  /** Matching pages, best first. Each page appears once. */
  results: Array<SearchResult>;
  /** Number of results. */
  total: number;
}

/** Identity of the caller. */
export interface SessionIdentity {
  /** True if the caller is signed in or sent an API key. The other fields are set only then. */
  authenticated: boolean;
  /** Limits of the plan. */
  limits?: PlanLimits;
  /** Plan of the account. */
  plan?: string;
  /** Scopes of the API key. */
  scopes?: Array<string>;
  /** Account of the caller. */
  user?: User;
  /** How the caller authenticated. */
  via?: string;
}

/** Body of `POST /auth/request-link`. */
export interface SignInLinkRequest {
  /** Email address to sign in with. */
  email: string;
}

/**
 * Response of `POST /auth/request-link`. It is the same whether or not the address has an
 * account.
 */
export interface SignInLinkSent {
  /** Seconds until the link expires. */
  expiresInSec: number;
  /** Sign-in link. Only in development mode; otherwise it is emailed. */
  link?: string;
  /** Always true. */
  ok: true;
}

/** Body of `POST /auth/callback`. */
export interface SignInRequest {
  /** Token from the sign-in link. */
  token?: string | null;
}

/** Result of a test delivery. */
export interface TestDelivery {
  /** ID of the delivery, as in the `webhook-id` header. */
  deliveryId: string;
  /** Duration in milliseconds. */
  durationMs: number;
  /** Why the delivery failed; null if it succeeded. */
  error: "redirected" | "refused" | "origin_error" | "blocked_address" | "dns_failed" | "connect_failed" | "tls_failed" | "timed_out" | "internal" | (string & {}) | null;
  /** True if the endpoint accepted the delivery. */
  ok: boolean;
  /** HTTP status the endpoint returned; null if it did not respond. */
  statusCode: number | null;
}

/** Results of one answer engine. */
export interface TrackedEngine {
  /** ID of the engine. */
  engine: "engine_1" | "engine_2" | "engine_3" | (string & {});
  /** Display name of the engine. */
  name: string;
  /** Answered questions. */
  questions: Array<TrackedQuestion>;
  /** Reason code if a question has no answer, such as `not_configured`; null otherwise. */
  reason: string | null;
  /**
   * Status of the engine. `pending`: questions are waiting; `done`: at least one question was
   * answered and none is waiting; `unavailable`: the operator has not configured the engine;
   * `failed`: no answer; `over_limit`: the account's weekly calls are used up.
   */
  status: "pending" | "done" | "unavailable" | "failed" | "over_limit" | (string & {});
}

/** Question that an answer engine answered. */
export interface TrackedQuestion {
  /** True if the answer cites the page or its site. */
  cited: boolean;
  /** Cited URL, if known. */
  citedUrl: string | null;
  /** Other sites the answer cites, in order. */
  others: Array<string>;
  /** Position of the page, or else its site, among the citations, starting at 1. */
  position: number | null;
  /** Text of the question. */
  text: string;
}

/** Recorded consent to AI-answer tracking. */
export interface TrackingConsent {
  /** Time of the consent. */
  consentedAt: string;
  /** Answer engines that may be asked. */
  engines: Array<"engine_1" | "engine_2" | "engine_3" | (string & {})>;
  /** IP address the consent came from. */
  ip: string;
}

/** Consent to AI-answer tracking. */
export interface TrackingConsentRequest {
  /**
   * Answer engines that may be asked about the URL. Engines that the operator has not
   * configured are accepted and shown as `unavailable`.
   */
  engines: Array<"engine_1" | "engine_2" | "engine_3" | (string & {})>;
}

/** Results of AI-answer tracking. */
export interface TrackingResults {
  /** Results by engine. */
  engines: Array<TrackedEngine>;
  /** Time of the last run; null if there was none yet. */
  lastRunAt: string | null;
  /** Questions asked, made from the page's title and headings. */
  questions: Array<string>;
}

/** Unsubscribe form. Both fields are optional: the query of the link carries the token. */
export interface UnsubscribeForm {
  /** `One-Click`, as mail programs send it (RFC 8058). Ignored. */
  "List-Unsubscribe"?: string | null;
  /** Token of the link, if the query has none. */
  token?: string | null;
}

/** Page of the scans of one URL. */
export interface UrlHistory {
  /** Cursor for the next page; null on the last page. */
  next_cursor: string | null;
  /** Scans, newest first. */
  scans: Array<HistoryScan>;
  /** Normalized URL; null if its last scan was deleted while paging. */
  url: string | null;
  /** SHA-256 of the normalized URL, in hex. */
  urlHash: string;
  /** Number of the account's scans of the URL, including pending and failed ones. */
  versions: number;
}

/** Account. */
export interface User {
  /** Time of creation. */
  createdAt: string;
  /** Email address. */
  email: string;
  /** ID of the account. */
  id: string;
}

/** Webhook endpoint of an account. */
export interface WebhookEndpoint {
  /** Time of creation. */
  createdAt: string;
  /** True if deliveries are sent; false while paused. */
  enabled: boolean;
  /** ID of the endpoint. */
  id: string;
  /** Last delivery attempt; null if there was none. */
  lastDelivery: LastDelivery | null;
  /** Reason for the pause; null while enabled. A `plan` pause ends with an upgrade. */
  pausedReason: "manual" | "failing" | "gone" | "plan" | (string & {}) | null;
  /** Last characters of the signing secret. */
  secretHint: string;
  /** URL of the endpoint. */
  url: string;
}

/** Envelope of the webhook endpoint. */
export interface WebhookEnvelope {
  /** Webhook endpoint; null if none is configured. */
  endpoint: WebhookEndpoint | null;
  /** Time until which deliveries are also signed with the previous secret. */
  previousSecretExpiresAt?: string;
  /**
   * Signing secret: `whsec_` followed by base64. Returned only when created or rotated; store
   * it now.
   */
  secret?: string;
}

/** Body of `POST /webhooks`. */
export interface WebhookRequest {
  /** Public HTTPS URL that webhooks are delivered to. */
  url: string;
}
