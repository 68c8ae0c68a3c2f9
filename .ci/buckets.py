"""Runs a command with an S3 of its own: moto, which shares no code with chatfleet, checking every signature.

    buckets.py COMMAND…

The command finds the bucket "bucket" by CHATFLEET_TEST_S3 and AWS_ variables. When it ends, what it published is read by
boto3: each latest.json must name documents that are there, with their digests and headers.
"""
import hashlib
import json
import os
import subprocess
import sys

from moto_server import client, start


def check(bucket):
    """How many latest.json there are; raises for one that is not what it says."""
    keys = [
        entry["Key"] for page in bucket.get_paginator("list_objects_v2").paginate(Bucket="bucket")
        for entry in page.get("Contents", [])]
    found = [key for key in keys if key.endswith("/latest.json")]
    for key in found:
        latest = bucket.get_object(Bucket="bucket", Key=key)
        assert latest["CacheControl"] == "public, max-age=60", key
        content = json.loads(latest["Body"].read())
        for entry in content["documents"].values():
            place = key.removesuffix("latest.json") + entry["path"]
            document = bucket.get_object(Bucket="bucket", Key=place)
            body = document["Body"].read()
            assert hashlib.sha256(body).hexdigest() == entry["sha256"], place
            assert json.loads(body)["version"] == content["version"], place
            assert "immutable" in document["CacheControl"] and document["ContentType"] == "application/json", place
    return len(found)


def main():
    url, credentials = start("*", lambda url: client("s3", url).create_bucket(Bucket="bucket"))
    status = subprocess.run(
        sys.argv[1:], env={**os.environ, **credentials, "AWS_REGION": "us-east-1", "CHATFLEET_TEST_S3": url}).returncode
    if status == 0:
        published = check(client("s3", url, *credentials.values()))
        print(f"buckets: {published} targets published in moto, each as its latest.json says")
        status = 0 if published >= 60 else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
