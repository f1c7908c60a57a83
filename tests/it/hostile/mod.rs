//! Clients that mean no good. Whatever they do, everybody else is answered, and memory is bounded.

mod answers;
mod connections;
mod frames;
mod h2;
mod requests;
mod slow;

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::raw::address_of;
use crate::world::{World, block_on};

/// What the program may grow by while it is attacked. Two thousand connections may hold 16 KiB of
/// a head each (32 MiB), what a connection itself takes is about as much, and the allocator keeps
/// some of what it was given back.
const GROWTH_KIB: u64 = 128 * 1024;
/// How long anybody else waits for an answer meanwhile, on a machine that is busy with the attack.
const MEANWHILE: Duration = Duration::from_secs(10);
/// How often health is asked for before an attack, to compare with.
const ASKED_IDLE: usize = 20;
const CLOSE: &str = "Host: x\r\nConnection: close\r\n";

/// What the program has of the machine's memory.
fn resident_kib(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn get(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\n{CLOSE}{headers}\r\n")
}

/// Asks on a connection of its own, as somebody who was not there before; how long that took.
fn newcomer(to: SocketAddr, path: &str, expected: u16) -> Duration {
    let begin = Instant::now();
    let asked = || {
        let mut stream = TcpStream::connect_timeout(&to, MEANWHILE)?;
        stream.set_read_timeout(Some(MEANWHILE))?;
        stream.write_all(get(path, "").as_bytes())?;
        let mut told = Vec::new();
        stream.read_to_end(&mut told)?;
        Ok::<_, std::io::Error>(String::from_utf8_lossy(&told).into_owned())
    };
    let told = asked().unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(told.starts_with(&format!("HTTP/1.1 {expected} ")), "{path}: {told:.300}");
    begin.elapsed()
}

/// How the program was while it was attacked.
struct Figures {
    /// Memory before, in KiB.
    idle: u64,
    /// Most memory meanwhile, in KiB.
    most: u64,
}

/// Ends the watch however the attack ends.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs an attack while newcomers ask for health all the time.
fn under_watch(world: &World, name: &str, attack: impl Future<Output = ()>) -> Figures {
    let (pid, to) = (world.program().id(), address_of(world));
    let mut unhurried: Vec<_> = (0..ASKED_IDLE).map(|_| newcomer(to, "/livez", 200)).collect();
    let idle = resident_kib(pid);
    let (over, most) = (AtomicBool::new(false), AtomicU64::new(idle));
    let mut waited = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut waited = Vec::new();
            while !over.load(Ordering::Relaxed) || waited.is_empty() {
                let path = if waited.len() % 2 == 0 { "/livez" } else { "/api/v1/healthz" };
                waited.push(newcomer(to, path, 200));
                most.fetch_max(resident_kib(pid), Ordering::Relaxed);
            }
            waited
        });
        let end = Over(&over);
        block_on(attack);
        drop(end);
        watch.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause))
    });
    let most = most.load(Ordering::Relaxed);
    unhurried.sort_unstable();
    waited.sort_unstable();
    let (before, median) = (unhurried[unhurried.len() / 2], waited[waited.len() / 2]);
    eprintln!(
        "{name}: memory {idle} KiB, then {most} KiB ({:.2} times); {} newcomers waited {median:?} \
         ({:.1} times), at most {:?}",
        most as f64 / idle as f64,
        waited.len(),
        median.as_secs_f64() / before.as_secs_f64(),
        waited.last(),
    );
    let grown = most.saturating_sub(idle);
    assert!(grown < GROWTH_KIB, "{name}: {grown} KiB over {idle} KiB");
    Figures { idle, most }
}
