"""Records every packet that is sent in this network, until its input ends.

Prints `recording` once it listens and, at the end, what was sent as a JSON list of strings: each
connection, datagram, question to a name server and HTTP request once.
"""

import json
import select
import socket
import sys

EVERY_PROTOCOL = 3
OUTGOING = 4
SYN, ACK = 0x02, 0x10


def name_asked(question: bytes) -> str:
    labels, at = [], 0
    while at < len(question) and question[at]:
        labels.append(question[at + 1 : at + 1 + question[at]].decode("latin1"))
        at += 1 + question[at]
    return ".".join(labels)


def sent(frame: bytes) -> str | None:
    kind = frame[12:14]
    if kind == b"\x08\x00":
        header = 14 + (frame[14] & 15) * 4
        protocol, to = frame[23], socket.inet_ntoa(frame[30:34])
    elif kind == b"\x86\xdd":
        header = 54
        protocol, to = frame[20], f"[{socket.inet_ntop(socket.AF_INET6, frame[38:54])}]"
    else:
        return None
    port = int.from_bytes(frame[header + 2 : header + 4], "big")
    if protocol == 6:
        if frame[header + 13] & (SYN | ACK) == SYN:
            return f"tcp {to}:{port}"
        line = frame[header + (frame[header + 12] >> 4) * 4 :].split(b"\r\n")[0]
        is_request = line.endswith(b" HTTP/1.1")
        return f"http {line[:-9].decode('latin1')}" if is_request else None
    if protocol == 17:
        return f"dns {name_asked(frame[header + 20 :])}" if port == 53 else f"udp {to}:{port}"
    return None


def main() -> None:
    packets = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(EVERY_PROTOCOL))
    print("recording", flush=True)
    seen = set()
    while True:
        ready, _, _ = select.select([packets, sys.stdin], [], [])
        if packets in ready:
            frame, address = packets.recvfrom(65_535)
            if address[2] == OUTGOING:
                seen.add(sent(frame))
        else:
            break
    print(json.dumps(sorted(seen - {None})))


main()
