// Every page of the site, by who looks at it.
export const CHECK = "/checks/answer-first";
export const GUIDE = "/guides/mcp";
const NO_SCAN = `/report/scn_${"a".repeat(22)}`;

// Pages that everyone sees alike, but for the header. The API explorer is slow, so it comes first.
export const ofEveryone = ({ done, gone, failed, attack }) => [
  "/docs", "/", "/?error=invalid_url", `/report/${done}`, `/report/${done}?print=1`, `/report/${gone}`, `/report/${failed}`, NO_SCAN,
  `/report/${attack}?print=1`, "/samples/sandbox-example", "/compare", "/compare?url=nothing",
  "/login", "/login?sent=1", "/login?error=invalid_token", "/login/confirm?token=none", "/checks", CHECK, "/how-it-is-scored",
  "/guides", GUIDE, "/guides/config", "/bot", "/dev/outbox", "/nothing-here", "/unsubscribe?token=none",
];

export const ofFree = ["/history", "/monitors", "/webhooks", "/keys", "/account", "/account?done=signed-in"];
export const ofAgency = ({ pair, attack, monitors }) => [
  ...ofFree,
  `/report/${pair.to}?print=1`,
  `/compare?from=${pair.from}&to=${pair.to}`,
  `/compare?from=${attack.from}&to=${attack.to}`,
  `/history/${pair.urlHash}`, `/history/${attack.urlHash}`, `/history/${pair.urlHash}/delete`, "/history?q=nothing",
  ...monitors.map(({ id }) => `/monitors/${id}/tracking`),
];
