"""Writes requests that botocore signed, one JSON object a line, for Tests/HTTPClientTests.

    signatures.py COUNT SEED > FILE

Names, values, paths and bodies are random: unreserved and reserved characters, spaces, non-ASCII, empty values, repeated
and unsorted parameters, dot segments, temporary credentials.
"""
import base64
import datetime
import json
import random
import sys
import urllib.parse
from unittest import mock

import botocore.auth
import botocore.awsrequest
import botocore.compat
import botocore.config
import botocore.credentials

ALPHABET = "abcXYZ019-._~ !$&'()*+,;=:@%?#[]|^`{}\"<>\\äß€漢"


def quoted(text, safe=""):
    return urllib.parse.quote(text.encode(), safe="-._~" + safe)


def word(rng, least=1, alphabet=ALPHABET):
    return "".join(rng.choice(alphabet) for _ in range(rng.randint(least, 8)))


def path(rng, service):
    parts = [word(rng) for _ in range(rng.randint(0, 3))]
    if service != "s3" and rng.random() < 0.2:
        parts.insert(rng.randint(0, len(parts)), rng.choice([".", "..", ""]))
    return "/" + "/".join(parts) + ("/" if parts and rng.random() < 0.2 else "")


def sign(case, instant):
    url = f"https://{case['host']}{quoted(case['path'], '/')}"
    if case["query"]:
        url += "?" + "&".join(f"{quoted(name)}={quoted(value)}" for name, value in case["query"])
    body = base64.b64decode(case["body"])
    request = botocore.awsrequest.AWSRequest(method=case["method"], url=url, data=body)
    for name, value in case["headers"]:
        request.headers.add_header(name, value)
    request.context["client_config"] = botocore.config.Config(s3={"payload_signing_enabled": True})
    credentials = botocore.credentials.Credentials(case["accessKey"], case["secretKey"], case["token"])
    kind = botocore.auth.S3SigV4Auth if case["service"] == "s3" else botocore.auth.SigV4Auth
    with mock.patch("botocore.auth.get_current_datetime", lambda *_, **__: instant):
        kind(credentials, case["service"], case["region"]).add_auth(request)
    return request.headers["Authorization"]


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    for _ in range(count):
        service = rng.choice(["s3", "s3", "monitoring", "appconfig"])
        instant = datetime.datetime(2026, 1, 1) + datetime.timedelta(seconds=rng.randint(0, 10**8))
        plain = "abcdefghijklmnopqrstuvwxyz0123456789"
        case = {
            "method": rng.choice(["GET", "PUT", "POST", "HEAD", "DELETE"]), "service": service,
            "region": rng.choice(["us-east-1", "eu-central-1"]),
            "host": rng.choice(["example.com", "b.s3.eu-central-1.amazonaws.com", "monitoring.us-east-1.amazonaws.com"]),
            "path": path(rng, service), "query": [[word(rng), word(rng, 0)] for _ in range(rng.randint(0, 4))],
            "headers": [
                [f"x-amz-meta-{number}{word(rng, 1, plain)}", (word(rng, 1, "ab  c,;=") + "x").strip()]
                for number in range(rng.randint(0, 2))
            ],
            "body": base64.b64encode(rng.randbytes(rng.choice([0, 1, 100]))).decode(),
            "date": instant.strftime("%Y-%m-%dT%H:%M:%SZ"), "accessKey": "AKIA" + word(rng, 8, plain).upper(),
            "secretKey": word(rng, 8, plain + "/+"), "token": word(rng, 8, plain + "/+=") if rng.random() < 0.3 else None,
        }
        if rng.random() < 0.2:
            case["query"].append(list(rng.choice(case["query"] or [["a", "b"]])))
        case["authorization"] = sign(case, instant)
        print(json.dumps(case, ensure_ascii=False, separators=(",", ":")))


if __name__ == "__main__":
    main()
