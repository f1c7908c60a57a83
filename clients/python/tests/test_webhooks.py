"""Verifies deliveries as the vectors say, and agrees with the library of Standard Webhooks."""

from __future__ import annotations

import base64
import datetime
import email.message
import importlib
import json
import secrets
import unittest
from typing import Any

from citable_client import WebhookError, verify_webhook
from scripted import vectors

try:
    library: Any = importlib.import_module("standardwebhooks.webhooks")
except ImportError:
    library = None


class Webhooks(unittest.TestCase):
    def verified(self, vector: Any, headers: Any) -> str | None:
        try:
            message = verify_webhook(
                vector["body"].encode("utf-8"),
                headers,
                vector["secrets"],
                tolerance=vector.get("tolerance", 300),
                now=vector["now"],
            )
        except WebhookError as error:
            return error.reason
        self.assertEqual(message, json.loads(vector["body"]))
        return None

    def test_vectors(self) -> None:
        for vector in vectors("webhooks"):
            with self.subTest(vector["name"]):
                self.assertEqual(self.verified(vector, vector["headers"]), vector["reason"])
                pairs = list(vector["headers"].items())
                self.assertEqual(self.verified(vector, pairs), vector["reason"])
                received = email.message.Message()
                for name, value in pairs:
                    received[name] = value
                self.assertEqual(self.verified(vector, received), vector["reason"])

    def test_a_single_secret_and_the_clock_of_the_machine(self) -> None:
        vector = vectors("webhooks")[0]
        with self.assertRaises(WebhookError) as caught:
            verify_webhook(vector["body"].encode(), vector["headers"], vector["secrets"][0])
        self.assertIn(caught.exception.reason, ("too_old", "too_new"))

    def test_text_is_refused(self) -> None:
        vector = vectors("webhooks")[0]
        with self.assertRaises(TypeError):
            verify_webhook(vector["body"], vector["headers"], vector["secrets"])

    @unittest.skipIf(library is None, "standardwebhooks isn't installed")
    def test_what_the_library_signs_is_verified(self) -> None:
        secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
        now = datetime.datetime.now(tz=datetime.timezone.utc)
        body = '{"type":"monitor.completed","é":1}'
        headers = {
            "webhook-id": "msg_1",
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": library.Webhook(secret).sign("msg_1", now, body),
        }
        message = verify_webhook(body.encode(), headers, secret)
        self.assertEqual(message["type"], "monitor.completed")

    @unittest.skipIf(library is None, "standardwebhooks isn't installed")
    def test_the_library_agrees_about_the_vectors(self) -> None:
        agreed = 0
        for vector in vectors("webhooks"):
            # The library takes one secret, and reads its own clock.
            if len(vector["secrets"]) != 1 or "tolerance" in vector or "libraries" in vector:
                continue
            if vector["reason"] in ("too_old", "too_new", "bad_timestamp", "bad_body"):
                continue
            with self.subTest(vector["name"]):
                is_verified = self.by_library(vector)
                self.assertEqual(is_verified, vector["reason"] is None)
                agreed += 1
        self.assertGreater(agreed, 15)

    def by_library(self, vector: Any) -> bool:
        class Frozen(datetime.datetime):
            @classmethod
            def now(cls, tz: datetime.tzinfo | None = None) -> Any:
                return datetime.datetime.fromtimestamp(vector["now"], tz)

        real, library.datetime = library.datetime, Frozen
        try:
            library.Webhook(vector["secrets"][0]).verify(vector["body"], vector["headers"])
        except Exception:
            return False
        finally:
            library.datetime = real
        return True


if __name__ == "__main__":
    unittest.main()
