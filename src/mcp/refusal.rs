//! What a message is answered with that never reached the protocol's library: a status of HTTP,
//! and a JSON-RPC error.

use hyper::header::{CACHE_CONTROL, HeaderName, HeaderValue};
use rmcp::model::{ErrorCode, ErrorData, JsonRpcError, ProtocolVersion, RequestId};
use serde_json::{Value, json};

use crate::http::App;
use crate::http::problem::{Code, Problem};
use crate::http::reply::{self, Response, With};

/// Our own codes, outside of what JSON-RPC and MCP keep for themselves (-32768 to -32000).
const NO_LIVE_KEY: ErrorCode = ErrorCode(1001);
const FOREIGN_ORIGIN: ErrorCode = ErrorCode(1002);
const BUSY: ErrorCode = ErrorCode(1003);

/// A refusal on its way to the caller.
#[derive(Debug)]
pub(super) struct Refusal {
    problem: Problem,
    code: ErrorCode,
    /// Data besides the message; the problem's body if there is none.
    data: Option<Value>,
}

impl Refusal {
    /// The same with one more header.
    pub(super) fn header(self, name: HeaderName, value: HeaderValue) -> Self {
        Self { problem: self.problem.header(name, value), ..self }
    }

    /// A message that is none, or not a fit one.
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Problem::invalid_request(message).into()
    }

    /// A revision of the protocol that is not spoken here.
    pub(super) fn unknown_version(requested: &str) -> Self {
        let supported = ProtocolVersion::KNOWN_VERSIONS;
        Self {
            problem: Problem::invalid_request("Unsupported protocol version"),
            code: ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
            data: Some(json!({ "requested": requested, "supported": supported })),
        }
    }

    /// The same with where to read about it.
    pub(super) fn documented(self, app: &App) -> Self {
        Self { problem: self.problem.documented(|path| app.link(path)), ..self }
    }

    /// Whether the credential is what was refused.
    pub(super) fn is_about_credentials(&self) -> bool {
        self.problem.code() == Code::InvalidApiKey
    }

    /// The answer, under the request's id where it is known.
    pub(super) fn respond(self, id: Option<RequestId>, request_id: &str) -> Response {
        let (status, headers, body) = self.problem.parts(request_id);
        let message = body.message.clone();
        let data = self.data.or_else(|| serde_json::to_value(body).ok());
        let error = JsonRpcError::new(id, ErrorData::new(self.code, message, data));
        let mut response = reply::json(status, &error).with_static(CACHE_CONTROL, "no-store");
        for (name, value) in headers {
            response.headers_mut().append(name, value);
        }
        response
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        let code = match problem.code() {
            Code::InvalidJson => ErrorCode::PARSE_ERROR,
            Code::InvalidApiKey => NO_LIVE_KEY,
            Code::OriginNotAllowed => FOREIGN_ORIGIN,
            Code::Overloaded | Code::Draining => BUSY,
            Code::InternalError => ErrorCode::INTERNAL_ERROR,
            _ => ErrorCode::INVALID_REQUEST,
        };
        Self { problem, code, data: None }
    }
}
