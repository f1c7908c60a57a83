//! A name server that follows a script.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use hickory_proto::op::{Message, MessageType, OpCode, ResponseCode};
use hickory_proto::rr::rdata::CNAME;
use hickory_proto::rr::{Name, RData, Record, RecordType};
use tokio::net::UdpSocket;
use tokio::task::JoinHandle;

/// The largest question.
const MAX_MESSAGE: usize = 4096;

/// One answer of the script.
#[derive(Clone, Debug)]
pub enum DnsAnswer {
    /// The name's addresses of the kind that was asked for.
    Addresses(Vec<IpAddr>),
    /// The name is an alias of the first one, that of the next, and the last has these addresses.
    Aliases(Vec<String>, Vec<IpAddr>),
    /// The name does not exist.
    NoSuchName,
    /// The server cannot answer.
    Failure,
    /// No answer at all.
    Silence,
}

#[derive(Default)]
struct Script {
    answers: HashMap<String, Vec<DnsAnswer>>,
    asked: HashMap<(String, RecordType), usize>,
}

/// A scripted name server on a UDP port of 127.0.0.1. Its answers have no time to live.
pub struct ScriptedDns {
    address: SocketAddr,
    script: Arc<Mutex<Script>>,
    task: JoinHandle<()>,
}

impl ScriptedDns {
    /// Starts a server that knows no name.
    pub async fn start() -> Self {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a UDP port");
        let address = socket.local_addr().expect("a bound address");
        let script = Arc::<Mutex<Script>>::default();
        let task = tokio::spawn(serve(socket, Arc::clone(&script)));
        Self { address, script, task }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The answers to the first, second, … question of each kind about that name; the last one goes
    /// on for ever.
    pub fn script(&self, name: &str, answers: impl Into<Vec<DnsAnswer>>) {
        lock(&self.script).answers.insert(name.to_owned(), answers.into());
    }

    /// How often the IPv4 addresses of that name were asked for.
    pub fn questions(&self, name: &str) -> usize {
        lock(&self.script).asked.get(&(name.to_owned(), RecordType::A)).copied().unwrap_or_default()
    }
}

impl Drop for ScriptedDns {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(script: &Mutex<Script>) -> std::sync::MutexGuard<'_, Script> {
    script.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve(socket: UdpSocket, script: Arc<Mutex<Script>>) {
    let mut buffer = vec![0; MAX_MESSAGE];
    while let Ok((length, peer)) = socket.recv_from(&mut buffer).await {
        let answer = Message::from_vec(&buffer[..length]).ok().and_then(|question| {
            answer(&question, &mut lock(&script)).and_then(|message| message.to_vec().ok())
        });
        if let Some(answer) = answer {
            // A client that went away misses its answer, as on any network.
            let _ = socket.send_to(&answer, peer).await;
        }
    }
}

/// The scripted answer; `None` where the script is silent.
fn answer(question: &Message, script: &mut Script) -> Option<Message> {
    let query = question.queries.first()?;
    let name = query.name().to_ascii().trim_end_matches('.').to_ascii_lowercase();
    let kind = query.query_type();
    let asked = script.asked.entry((name.clone(), kind)).or_default();
    let turn = *asked;
    *asked += 1;
    let scripted = script
        .answers
        .get(&name)
        .and_then(|answers| answers.get(turn.min(answers.len().saturating_sub(1))).cloned());

    let mut message = Message::response(question.metadata.id, OpCode::Query);
    message.metadata.message_type = MessageType::Response;
    message.metadata.recursion_desired = question.metadata.recursion_desired;
    message.metadata.recursion_available = true;
    message.queries = question.queries.clone();
    match scripted.unwrap_or(DnsAnswer::NoSuchName) {
        DnsAnswer::Addresses(addresses) => {
            message.answers = addresses_of(query.name(), kind, &addresses);
        }
        DnsAnswer::Aliases(aliases, addresses) => {
            let mut owner = query.name().clone();
            for alias in &aliases {
                let alias = Name::from_ascii(format!("{alias}.")).ok()?;
                message.answers.push(Record::from_rdata(
                    owner,
                    0,
                    RData::CNAME(CNAME(alias.clone())),
                ));
                owner = alias;
            }
            message.answers.extend(addresses_of(&owner, kind, &addresses));
        }
        DnsAnswer::NoSuchName => message.metadata.response_code = ResponseCode::NXDomain,
        DnsAnswer::Failure => message.metadata.response_code = ResponseCode::ServFail,
        DnsAnswer::Silence => return None,
    }
    Some(message)
}

fn addresses_of(owner: &Name, kind: RecordType, addresses: &[IpAddr]) -> Vec<Record> {
    addresses
        .iter()
        .map(|address| match address {
            IpAddr::V4(address) => RData::A((*address).into()),
            IpAddr::V6(address) => RData::AAAA((*address).into()),
        })
        .filter(|data| data.record_type() == kind)
        .map(|data| Record::from_rdata(owner.clone(), 0, data))
        .collect()
}
