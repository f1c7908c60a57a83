//! A provider on loopback: plain HTTP, takes forms and documents by POST.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A form as the provider saw it.
#[derive(Clone, Debug, Default)]
pub struct SeenPost {
    /// Path and query.
    pub path: String,
    /// Header fields, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body as it came.
    pub body: String,
    /// The fields of the form, decoded.
    pub fields: Vec<(String, String)>,
}

impl SeenPost {
    /// The first value of that field.
    pub fn field(&self, name: &str) -> Option<&str> {
        value_of(&self.fields, name)
    }

    /// The first value of that header (lower-case name).
    pub fn header(&self, name: &str) -> Option<&str> {
        value_of(&self.headers, name)
    }
}

fn value_of<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// What the provider answers.
#[derive(Clone, Debug)]
pub enum FormReply {
    /// That.
    Answer {
        /// The status.
        status: u16,
        /// Further header fields.
        headers: Vec<(String, String)>,
        /// The body.
        body: String,
        /// How long it takes to come.
        delay: Duration,
    },
    /// Another answer, as soon as that is true.
    When(watch::Receiver<bool>, Box<FormReply>),
    /// Nothing; the connection stays open.
    Silence,
    /// Nothing; the connection is closed.
    Hangup,
}

impl FormReply {
    /// A JSON body with that status.
    pub fn json(status: u16, body: &str) -> Self {
        Self::Answer { status, headers: Vec::new(), body: body.to_owned(), delay: Duration::ZERO }
    }

    /// The same with one more header field.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if let Self::Answer { headers, .. } = &mut self {
            headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }

    /// The same, that much later.
    #[must_use]
    pub fn after(mut self, pause: Duration) -> Self {
        if let Self::Answer { delay, .. } = &mut self {
            *delay = pause;
        }
        self
    }
}

type Handler = Arc<dyn Fn(&SeenPost) -> FormReply + Send + Sync>;
type Seen = Arc<Mutex<Vec<SeenPost>>>;

/// A running provider; it stops when dropped.
pub struct FormServer {
    address: SocketAddr,
    seen: Seen,
    task: JoinHandle<()>,
}

impl FormServer {
    /// A provider that answers each form so.
    pub async fn start(handler: impl Fn(&SeenPost) -> FormReply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound address");
        let seen = Seen::default();
        let (handler, posts): (Handler, Seen) = (Arc::new(handler), Arc::clone(&seen));
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                connections.spawn(answer(stream, Arc::clone(&handler), Arc::clone(&posts)));
            }
        });
        Self { address, seen, task }
    }

    /// The address of that path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Every form so far.
    pub fn posts(&self) -> Vec<SeenPost> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for FormServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// One form per connection.
async fn answer(stream: TcpStream, handler: Handler, seen: Seen) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let post = read(&mut stream).await?;
    seen.lock().unwrap_or_else(PoisonError::into_inner).push(post.clone());
    let mut reply = handler(&post);
    while let FormReply::When(mut opened, then) = reply {
        let waited = opened.wait_for(|is_open| *is_open).await.map(drop);
        waited.map_err(std::io::Error::other)?;
        reply = *then;
    }
    match reply {
        FormReply::Answer { status, headers, body, delay } => {
            tokio::time::sleep(delay).await;
            let mut head = format!("HTTP/1.1 {status} Answer\r\nConnection: close\r\n");
            for (name, value) in headers {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
            head.push_str("Content-Type: application/json\r\n");
            head.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
            stream.write_all(head.as_bytes()).await?;
            stream.shutdown().await
        }
        FormReply::Silence => std::future::pending().await,
        FormReply::Hangup | FormReply::When(..) => Ok(()),
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> std::io::Result<SeenPost> {
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = value_of(&headers, "content-length").and_then(|length| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).await?;
    let fields = url::form_urlencoded::parse(&body).into_owned().collect();
    let body = String::from_utf8_lossy(&body).into_owned();
    Ok(SeenPost { path, headers, body, fields })
}
