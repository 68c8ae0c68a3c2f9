"""A moto of its own on a loopback port, for a command to be tried against: it shares no code with chatfleet, and checks
every signature."""
import json
import threading

import boto3
import moto.settings
from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server


class Quiet(WSGIRequestHandler):
    def log(self, *_):
        pass


def client(service, url, key="x", secret="x"):
    return boto3.client(
        service, endpoint_url=url, region_name="us-east-1", aws_access_key_id=key, aws_secret_access_key=secret)


def start(actions, prepare=lambda url: None):
    """Its address, and the key of a user who may do `actions`; `prepare` is called before signatures are checked. One
    request at a time is answered, since moto looks and writes in two steps, which AWS does not."""
    server = make_server(
        "127.0.0.1", 0, DomainDispatcherApplication(create_backend_app), threaded=False, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    statement = {"Effect": "Allow", "Action": actions, "Resource": "*"}
    users = client("iam", url)
    users.create_user(UserName="user")
    policy = users.create_policy(
        PolicyName="policy", PolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": [statement]}))
    users.attach_user_policy(UserName="user", PolicyArn=policy["Policy"]["Arn"])
    key = users.create_access_key(UserName="user")["AccessKey"]
    prepare(url)
    moto.settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
    return url, {"AWS_ACCESS_KEY_ID": key["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"]}
