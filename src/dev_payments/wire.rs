//! As much HTTP as the simulated payment provider needs, on this machine alone.

use std::io;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use url::form_urlencoded;

/// The longest head or body.
const MOST_BYTES: u64 = 64 * 1024;

/// A request.
#[derive(Debug, Default)]
pub(super) struct Question {
    pub(super) method: String,
    pub(super) path: String,
    headers: Vec<(String, String)>,
    fields: Vec<(String, String)>,
}

impl Question {
    /// The first value of that header (lower-case name).
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The first value of that field of the form; empty where there is none.
    pub(super) fn field(&self, name: &str) -> &str {
        let mut fields = self.fields.iter();
        fields.find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }
}

/// What is answered.
#[derive(Debug)]
pub(super) struct Answer {
    status: u16,
    media: &'static str,
    location: Option<String>,
    body: String,
}

impl Answer {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self { status, media: "application/json", location: None, body: body.to_string() }
    }

    pub(super) fn page(body: String) -> Self {
        Self { status: 200, media: "text/html; charset=utf-8", location: None, body }
    }

    pub(super) fn go(location: &str) -> Self {
        let location = Some(location.to_owned());
        Self { status: 303, media: "text/plain", location, body: String::new() }
    }

    pub(super) fn not_found() -> Self {
        Self { status: 404, media: "text/plain", location: None, body: "Not found\n".to_owned() }
    }
}

/// Reads a question; none where it is none.
pub(super) async fn read(stream: &mut TcpStream) -> Option<Question> {
    let mut stream = BufReader::new(stream.take(2 * MOST_BYTES));
    let mut line = String::new();
    stream.read_line(&mut line).await.ok()?;
    let mut words = line.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut question = Question { method, path, ..Question::default() };
    loop {
        line.clear();
        stream.read_line(&mut line).await.ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        question.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = question.header("content-length").and_then(|length| length.parse().ok());
    let mut body = Vec::new();
    stream.take(length.unwrap_or(0).min(MOST_BYTES)).read_to_end(&mut body).await.ok()?;
    question.fields = form_urlencoded::parse(&body).into_owned().collect();
    Some(question)
}

/// Writes an answer.
pub(super) async fn write(stream: &mut TcpStream, answer: &Answer) -> io::Result<()> {
    let Answer { status, media, body, .. } = answer;
    let mut head = format!(
        "HTTP/1.1 {status} Simulated\r\nConnection: close\r\nCache-Control: no-store\r\n\
         Content-Type: {media}\r\nContent-Length: {}\r\n",
        body.len()
    );
    if let Some(location) = &answer.location {
        head.push_str(&format!("Location: {location}\r\n"));
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
    stream.shutdown().await
}

/// Posts JSON; answers with the status.
pub(super) async fn post(
    to: SocketAddr,
    path: &str,
    (name, value): (&str, &str),
    body: &str,
) -> io::Result<u16> {
    let mut stream = TcpStream::connect(to).await?;
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n{name}: {value}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await?;
    let mut line = String::new();
    BufReader::new(stream.take(MOST_BYTES)).read_line(&mut line).await?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    status.ok_or_else(|| io::Error::other("no status"))
}
