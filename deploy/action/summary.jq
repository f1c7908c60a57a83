# The job summary, from the JSON of a site: what failed, what got worse, and what to fix first.

# A URL or file name, as a code span.
def span: gsub("[`\\r\\n]"; " ") | "`\(.)`";
# A sentence. Page text is in its code spans, which stay; nothing else in it is markup.
def say:
    gsub("[\\r\\n]"; " ")
    | gsub("(?<code>(?<fence>`+)(?!`).*?(?<!`)\\k<fence>(?!`))|(?<mark>[\\\\`*_\\[\\]<>#|~&!$@]|:(?=//))";
        if .code then .code else "\\" + .mark end);
# The first $most items, each on its line, and how many more there are.
def list($most; line):
    length as $all
    | (.[:$most][] | "- " + line), (if $all > $most then "- … and \($all - $most) more" else empty end);
def score: if . == null then "–" else tostring end;

.site
| (.sinceBaseline.worse // []) as $worse
# Pages that got worse have a list of their own.
| [.missed[] | select(.message | test("got worse") | not)] as $missed
| [.site.findings[] | select(.severity == "fail")] as $broken
| (if $code == "2" then "❌ Citable: the scan isn't complete"
   elif $code == "1" then "❌ Citable: " + ([.missed[:2][].message | say] | join("; "))
   elif .sinceBaseline then "✅ Citable: no page got worse"
   else "✅ Citable: passed" end) as $verdict
| "### \($verdict)",
  "",
  "| Pages | Lowest | Median |\(if .sinceBaseline then " Worse | Better | New |" else "" end) Not scanned |",
  "|---:|---:|---:|\(if .sinceBaseline then "---:|---:|---:|" else "" end)---:|",
  "| \(.scanned) | \(.lowest | score) | \(.median | score) |"
    + (if .sinceBaseline then " \($worse | length) | \(.sinceBaseline.better) | \(.sinceBaseline.new | length) |" else "" end)
    + " \(.failed) |",
  (if ($missed | length) > 0 then
    "", "**Missed**", "",
    ($missed | list(5; (.message | say)
        + (if (.pages | length) > 0 then ": " + ([.pages[:3][] | span] | join(", ")) else "" end)
        + (if (.pages | length) > 3 then ", …" else "" end)))
  else empty end),
  (if ($worse | length) > 0 then
    "", "**Got worse**", "",
    ($worse | list(10; "\(.url | span): \(.changes | join("; ") | say)"))
  else empty end),
  (if (.causes | length) + ($broken | length) > 0 then
    "", "**Fix first**", "",
    ($broken | list(2; "\(.summary | say) \(.fix | say)")),
    (.causes[:3] | list(3; "**\(.fix.title | say)** · \(.summary | say)"))
  else empty end),
  (if (.failures | length) > 0 then
    "", "**Not scanned**", "",
    (.failures | list(3; "\(.url | span): \(.message | say)"))
  else empty end),
  (if (.notes | length) > 0 then
    "", "<details><summary>Notes</summary>", "", (.notes | list(10; say)), "", "</details>"
  else empty end),
  (if .stopped then "", "The run was stopped before every page was scanned." else empty end)
