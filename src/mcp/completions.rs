//! What an argument may go on with. Addresses and scans are those of the account, so nobody else is
//! told any.

use citable_actors::history::HistoryEntry;
use citable_actors::identity::Scope;
use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompletionInfo, Reference};

use super::answers::{invalid, unknown};
use super::prompts::{AUDIENCES, EXPLAIN_RESULTS, SCAN_AND_FIX};
use super::resources::{CHECK_TEMPLATE, SCAN_TEMPLATE, check_ids};
use crate::api::history::payer;
use crate::mcp::visitor::Visitor;

/// The values that fit.
///
/// # Errors
/// Invalid params, for something that is not there.
pub(super) async fn complete(
    visitor: &Visitor,
    asked: &CompleteRequestParams,
) -> Result<CompletionInfo, ErrorData> {
    let (argument, begin) = (asked.argument.name.as_str(), asked.argument.value.as_str());
    let values = match (&asked.r#ref, argument) {
        (Reference::Prompt(prompt), "url") if prompt.name == SCAN_AND_FIX => {
            of_history(visitor, begin, |entry| entry.url).await
        }
        (Reference::Prompt(prompt), "scanId") if prompt.name == EXPLAIN_RESULTS => {
            of_history(visitor, begin, |entry| entry.latest.id).await
        }
        (Reference::Prompt(prompt), "audience") if prompt.name == EXPLAIN_RESULTS => {
            let fits = |audience: &&str| audience.starts_with(begin);
            AUDIENCES.into_iter().filter(fits).map(str::to_owned).collect()
        }
        (Reference::Resource(template), "checkId") if template.uri == CHECK_TEMPLATE => {
            check_ids(begin)
        }
        (Reference::Resource(template), "scanId") if template.uri == SCAN_TEMPLATE => {
            of_history(visitor, begin, |entry| entry.latest.id).await
        }
        (Reference::Prompt(prompt), _)
            if ![SCAN_AND_FIX, EXPLAIN_RESULTS].contains(&prompt.name.as_str()) =>
        {
            return Err(unknown("prompt", &prompt.name));
        }
        _ => return Err(unknown("argument or reference", argument)),
    };
    CompletionInfo::with_all_values(values).map_err(invalid)
}

/// The account's newest scans that match. Callers without a history get none.
async fn of_history(
    visitor: &Visitor,
    begin: &str,
    value: impl Fn(HistoryEntry) -> String,
) -> Vec<String> {
    let (Ok(account), Ok(())) = (payer(&visitor.caller), visitor.permit(Scope::Read)) else {
        return Vec::new();
    };
    let history = &visitor.app().handles.history;
    let Ok(list) = history.pages(&account.id, None, CompletionInfo::MAX_VALUES).await else {
        return Vec::new();
    };
    list.entries.into_iter().map(value).filter(|value| value.starts_with(begin)).collect()
}
