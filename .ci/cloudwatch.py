"""Pulls metrics out of moto, which shares no code with chatfleet and checks every signature.

    cloudwatch.py CHATFLEET

boto3 puts points; `chatfleet ingest cloudwatch` reads them; what is in the store must be what boto3 put. The same points
as `aws cloudwatch get-metric-statistics` prints them must be known already. Wrong credentials: exit 69, nothing written.
"""
import datetime
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

from moto_server import client, start

# Not one metric in two sets of dimensions, and names in order: moto takes a set for each that it is part of, and minds order.
SERIES = [
    ("Chat/Push", "SendFailures", {"Provider": "FCM"}), ("Chat/Push", "SendFailures", {"Provider": "APNs"}),
    ("Chat/Sync", "Requests", {"AppVersion": "8.14.0", "Platform": "ios", "Status": "200"}),
    ("Chat/Push", "SendAttempts", {"Provider": "FCM"}), ("Chat/Streams", "DeadLetters", {}),
    ("AWS/DynamoDB", "WriteThrottleEvents", {"TableName": "Mailboxes"}),
]


def stored(path):
    return sorted(sqlite3.connect(path).execute("""
        select m.namespace, m.name, m.dimensions, m.unit, s.statistic, s.period_s, s.at_epoch, s.value
        from metric_series m join metric_sample s on s.series_id = m.series_id"""))


def main():
    chatfleet = os.path.abspath(sys.argv[1])
    # moto asks for the right by the name of the host, IAM by that of the service.
    url, credentials = start(["cloudwatch:*", "monitoring:*"])
    cloud = client("cloudwatch", url, *credentials.values())

    now = datetime.datetime.now(datetime.timezone.utc).replace(second=0, microsecond=0)
    expected = {}
    for namespace, name, dimensions in SERIES:
        listed = [{"Name": n, "Value": v} for n, v in dimensions.items()]
        text = json.dumps(dict(sorted(dimensions.items())), separators=(",", ":"))
        for minute in random.sample(range(1, 55), 40):
            at = now - datetime.timedelta(minutes=minute)
            for value in [float(random.randrange(0, 1000)) for _ in range(random.choice([1, 1, 3]))]:
                cloud.put_metric_data(Namespace=namespace, MetricData=[
                    {"MetricName": name, "Dimensions": listed, "Timestamp": at, "Value": value, "Unit": "Count"}])
                place = (namespace, name, text, "Count", "Sum", 60, int(at.timestamp()))
                expected[place] = expected.get(place, 0.0) + value
    expected = sorted((*place, value) for place, value in expected.items())

    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/metrics.db"

        def run(*words, **changed):
            environment = {
                "PATH": os.environ["PATH"], "HOME": folder, "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL": url,
                "CHATFLEET_STORE": f"sqlite:{store}", "CHATFLEET_QUERIES": os.path.abspath("Queries"), **credentials, **changed}
            return subprocess.run([chatfleet, *words], env=environment, capture_output=True, text=True)

        wrong = run("ingest", "cloudwatch", "--retry-for", "1s", AWS_SECRET_ACCESS_KEY="wrong")
        assert wrong.returncode == 69 and "SignatureDoesNotMatch" in wrong.stderr, wrong
        assert not wrong.stdout and stored(store) == [], wrong
        pulled = run("ingest", "cloudwatch", "--format", "json")
        assert pulled.returncode == 0, pulled
        assert stored(store) == expected, (len(stored(store)), len(expected))
        assert json.loads(pulled.stdout)["summary"]["new"] == len(expected), pulled.stdout
        again = json.loads(run("ingest", "cloudwatch", "--since", "2h", "--format", "json").stdout)["summary"]
        assert (again["new"], again["changed"], again["unchanged"]) == (0, 0, len(expected)), again

        for namespace, name, dimensions in SERIES:
            answer = cloud.get_metric_statistics(
                Namespace=namespace, MetricName=name, Dimensions=[{"Name": n, "Value": v} for n, v in dimensions.items()],
                StartTime=now - datetime.timedelta(hours=1), EndTime=now, Period=60, Statistics=["Sum"])
            answer.pop("ResponseMetadata")
            file = f"{folder}/points.json"
            with open(file, "w") as out:
                json.dump(answer, out, indent=4, default=lambda at: at.isoformat())
            taken = run(
                "ingest", "metrics", file, "--namespace", namespace, "--metric", name, "--format", "json",
                *[word for n, v in dimensions.items() for word in ("--dimension", f"Name={n},Value={v}")])
            assert taken.returncode == 0, taken
            summary = json.loads(taken.stdout)["summary"]
            assert summary["new"] == summary["changed"] == 0 and summary["read"] == 40, (name, dimensions, summary)
        assert stored(store) == expected
    print(f"cloudwatch: {len(expected)} points put by boto3 into moto, pulled and read from files, the same rows")


main()
