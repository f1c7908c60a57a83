"""Reads header fields as structured-field lists (RFC 9651) and prints what it read.

Takes one JSON object of field values on standard input.
"""

import json
import sys

from http_sfv import List


def read(value):
    fields = List()
    fields.parse(value.encode("ascii"))
    return [[item.value, [[key, item.params[key]] for key in item.params]] for item in fields]


given = json.load(sys.stdin)
for value in given.values():
    for item in (lambda fields: fields.parse(value.encode("ascii")) or fields)(List()):
        # A quoted string is a str; a token has a type of its own.
        assert type(item.value) is str, (value, type(item.value))
print(json.dumps({name: read(value) for name, value in given.items()}))
