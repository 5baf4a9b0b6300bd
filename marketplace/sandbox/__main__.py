"""`python -m marketplace.sandbox`: the sandbox without loading Django."""

import argparse
from pathlib import Path

from marketplace.sandbox.server import add_arguments, serve

parser = argparse.ArgumentParser(prog="python -m marketplace.sandbox", description=serve.__doc__)
add_arguments(parser, default_state=Path("var/sandbox.sqlite3"), default_port=8001)
serve(**vars(parser.parse_args()))
