#!/usr/bin/env python3
"""How fast `citable logs` reads, beside `grep -c`, and how much memory it takes.

    cargo build --release
    benches/logs.py [MEGABYTES] [PROGRAM]

Writes a log of 100 MB (or as many as named) into a temporary folder: one line in twenty is a
crawler's, over 50,000 pages. Prints the medians of three runs. The log is in the page cache.
"""

import os
import random
import subprocess
import sys
import tempfile
import time

RUNS = 3
PAGES = 50_000
CRAWLERS = [
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
]
BROWSERS = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
]


def block(random_, lines):
    """Lines in nginx's combined format."""
    out = []
    for _ in range(lines):
        agent = random_.choice(CRAWLERS if random_.random() < 0.05 else BROWSERS)
        seconds = random_.randrange(86_400)
        out.append(
            f"192.0.2.{random_.randrange(256)} - - [{random_.randrange(1, 29):02}/Nov/2026:"
            f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02} +0000] "
            f'"GET /articles/{random_.randrange(PAGES)}/about-things HTTP/1.1" '
            f"{random_.choice([200, 200, 200, 200, 304, 404, 503])} {random_.randrange(90_000)} "
            f'"https://www.example.org/" "{agent}"\n'
        )
    return "".join(out).encode()


def write(path, size):
    """A log of about that size: blocks in random order, since making lines takes longest."""
    random_ = random.Random(7)
    blocks = [block(random_, 20_000) for _ in range(8)]
    written = 0
    with open(path, "wb") as log:
        while written < size:
            written += log.write(random_.choice(blocks))


def run(command, output):
    """Seconds and the most memory (MB) that a command takes."""
    times, memory = [], 0
    for _ in range(RUNS):
        begun = time.monotonic()
        # grep stops at the first match if it sees that nobody reads its output.
        with open(output, "wb") as file:
            child = subprocess.Popen(command, stdout=file)
        _, status, usage = os.wait4(child.pid, 0)
        times.append(time.monotonic() - begun)
        memory = max(memory, usage.ru_maxrss / 1024)
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit(f"{command[0]} failed")
    return sorted(times)[RUNS // 2], memory


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--write":
        return write(sys.argv[2], int(sys.argv[3]))
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    program = sys.argv[2] if len(sys.argv) > 2 else "target/release/citable"
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "access.log")
        # In a process of its own: a child begins with the memory of its parent as its most.
        size = str(megabytes * 1_000_000)
        subprocess.run([sys.executable, __file__, "--write", log, size], check=True)
        with open(log, "rb") as file:
            lines = sum(part.count(b"\n") for part in iter(lambda: file.read(1 << 16), b""))
        print(f"{os.path.getsize(log) / 1e6:.0f} MB, {lines:,} lines")
        output = os.path.join(folder, "output")
        base, _ = run(["grep", "-c", "GPTBot", log], output)
        for name, command in [
            ("grep -c GPTBot", ["grep", "-c", "GPTBot", log]),
            ("grep -ciE (4 names)", ["grep", "-ciE", "GPTBot|ClaudeBot|Googlebot|ChatGPT-User", log]),
            ("citable logs", [program, "logs", log]),
        ]:
            seconds, memory = run(command, output)
            print(
                f"{name:20} {seconds:7.2f} s  {lines / seconds / 1e6:6.2f} million lines/s  "
                f"{seconds / base:6.2f} times grep -c  {memory:6.1f} MB"
            )


if __name__ == "__main__":
    main()
