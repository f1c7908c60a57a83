"""A mail server for tests. The local part of a recipient says how it is treated:

plain    taken
grey     refused for now at the first RCPT, taken afterwards
cut      the connection breaks after the first DATA, before the answer; taken afterwards
bounce   refused for good
slow     taken after a while

Says on standard output, in one line of JSON each, on which port it listens and what happened.
Ends with its standard input. Arguments: nothing, or `starttls|tls <certificate> <key>`; then the
user "ada@example.com" with the password "s:cret" must sign in.
"""

import asyncio
import email
import json
import logging
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

SLOW_SECONDS = 1.5

# That a password is asked for without STARTTLS, where all is TLS.
warnings.simplefilter("ignore")
logging.disable()


def say(**event):
    print(json.dumps(event), flush=True)


def kind_of(address):
    return address.split("@")[0].split("+")[0]


class Handler:
    def __init__(self):
        self.seen = set()

    def is_first(self, what, address):
        first = (what, address) not in self.seen
        self.seen.add((what, address))
        return first

    async def handle_RCPT(self, server, session, envelope, address, options):
        if kind_of(address) == "grey" and self.is_first("rcpt", address):
            say(event="greylisted", to=address)
            return "450 4.2.0 " + address + " greylisted, come back later"
        if kind_of(address) == "bounce":
            say(event="refused", to=address)
            return "550 5.1.1 <" + address + "> no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content)
        parts = {
            part.get_content_type(): part.get_payload(decode=True).decode("utf-8")
            for part in message.walk()
            if not part.is_multipart()
        }
        to = envelope.rcpt_tos[0]
        event = {
            "to": to,
            "sender": envelope.mail_from,
            "id": message["Message-ID"],
            "headers": {name.lower(): str(value) for name, value in message.items()},
            "parts": parts,
            "encrypted": server.transport.get_extra_info("ssl_object") is not None,
        }
        if kind_of(to) == "cut" and self.is_first("data", to):
            say(event="cut", **event)
            server.transport.abort()
            return "250 never heard"
        if kind_of(to) == "slow":
            await asyncio.sleep(SLOW_SECONDS)
        say(event="taken", **event)
        return "250 OK"


def sign_in(server, session, envelope, mechanism, data):
    right = LoginPassword(b"ada@example.com", b"s:cret")
    say(event="signed in" if data == right else "sign-in refused")
    return AuthResult(success=data == right, handled=False)


async def main():
    loop = asyncio.get_running_loop()
    handler = Handler()
    mode = sys.argv[1] if len(sys.argv) > 1 else "plain"
    options, whole = {"hostname": "sink.example", "enable_SMTPUTF8": True}, None
    if mode != "plain":
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(sys.argv[2], sys.argv[3])
        options |= {"authenticator": sign_in, "auth_required": True}
        if mode == "starttls":
            options |= {"tls_context": context, "require_starttls": True}
        else:
            options |= {"auth_require_tls": False}
            whole = context
    server = await loop.create_server(
        lambda: SMTP(handler, loop=loop, **options), "127.0.0.1", 0, ssl=whole
    )
    say(event="listening", port=server.sockets[0].getsockname()[1])
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())
