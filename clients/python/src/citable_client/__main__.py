"""Runs the command: `python -m citable_client`."""

import sys

from .cli import main

sys.exit(main())
