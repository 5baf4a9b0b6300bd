"""A bucket of an S3 server on loopback, for tests of what is kept there."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import boto3
import requests
from moto.server import ThreadedMotoServer

BUCKET = "midia-de-teste"
PERSON = {"AWS_ACCESS_KEY_ID": "teste", "AWS_SECRET_ACCESS_KEY": "teste"}


@contextmanager
def served() -> Iterator[Any]:
    """The client of a server that has an empty bucket and nothing else; what it keeps is the process's."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        endpoint = "http://{}:{}".format(*server.get_host_and_port())
        requests.post(f"{endpoint}/moto-api/reset", timeout=60).raise_for_status()
        client = boto3.client(
            "s3",
            endpoint_url=endpoint,
            region_name="us-east-1",
            aws_access_key_id=PERSON["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=PERSON["AWS_SECRET_ACCESS_KEY"],
        )
        client.create_bucket(Bucket=BUCKET)
        yield client
    finally:
        server.stop()
