"""Runs a command with an S3 of its own: moto, which shares no code with chatfleet, checking every signature.

    buckets.py COMMAND…

The command finds the bucket "bucket" by CHATFLEET_TEST_S3 and AWS_ variables. When it ends, what it published is read by
boto3: each latest.json must name documents that are there, with their digests and headers. One request at a time is
answered, since moto looks and writes in two steps, which S3 does not.
"""
import hashlib
import json
import os
import subprocess
import sys
import threading

import boto3
import moto.settings
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

POLICY = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]})


class Quiet(WSGIRequestHandler):
    def log(self, *_):
        pass


def client(service, url, key="x", secret="x"):
    return boto3.client(
        service, endpoint_url=url, region_name="us-east-1", aws_access_key_id=key, aws_secret_access_key=secret)


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
    server = make_server(
        "127.0.0.1", 0, DomainDispatcherApplication(create_backend_app), threaded=False, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    users = client("iam", url)
    users.create_user(UserName="publisher")
    policy = users.create_policy(PolicyName="all", PolicyDocument=POLICY)["Policy"]["Arn"]
    users.attach_user_policy(UserName="publisher", PolicyArn=policy)
    key = users.create_access_key(UserName="publisher")["AccessKey"]
    client("s3", url).create_bucket(Bucket="bucket")
    moto.settings.INITIAL_NO_AUTH_ACTION_COUNT = 0

    credentials = {"AWS_ACCESS_KEY_ID": key["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"]}
    status = subprocess.run(
        sys.argv[1:], env={**os.environ, **credentials, "AWS_REGION": "us-east-1", "CHATFLEET_TEST_S3": url}).returncode
    if status == 0:
        published = check(client("s3", url, key["AccessKeyId"], key["SecretAccessKey"]))
        print(f"buckets: {published} targets published in moto, each as its latest.json says")
        status = 0 if published >= 60 else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
