"""Recounts the sample of client reports without any code of this project, and compares.

    recount.py SAMPLE.ndjson.gz ANSWERS.json [CHATFLEET]

Python reads and checks the lines, DuckDB merges and counts them. The recount must equal the answers written beside the
sample; with CHATFLEET (a path to the binary), what it prints for the same reports must equal the recount, too.
Percentiles of queue ages may differ by 1 %, everything else is exact.
"""

import datetime
import gzip
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import duckdb

WINDOW = ("2026-09-14", "2026-09-21")
VOID_IDS = {"", "null", "unknown", "00000000-0000-0000-0000-000000000000"}
INT32 = 2**31 - 1
WIDE = {"bytes_rx", "bytes_tx", "db_bytes_max", "wal_bytes_max"}
COUNTS = {
    "sessions", "crashes", "syncs_ok", "syncs_failed", "rolled_back", "mutations_duplicate", "quarantined", "send_failed",
    "failed_rows_max", "queue_depth_max", "queue_age_max_s", "ttc_ms_p50", "ttc_ms_p95", "first_frame_ms_p50",
    "first_frame_ms_p95", "send_display_ms_p99", "reconnect_ms_p99", "battery_tenths_pct", "migrations_ok",
    "migrations_failed", "outbox_rows_lost", "crash_loop_guard",
} | WIDE
CLOCK_TOLERANCE_S = 55 * 60


class Refused(Exception):
    pass


def require(condition, reason):
    if not condition:
        raise Refused(reason)


def unique(pairs):
    require(len({name for name, _ in pairs}) == len(pairs), "a member given twice")
    return dict(pairs)


def number(text):
    value = float(text)
    require(math.isfinite(value), "a number out of range")
    return value


def never(text):
    raise Refused(text)


def is_text(value, most):
    return isinstance(value, str) and 1 <= len(value.encode()) <= most and not re.search(r"[\x00-\x1f\x7f]", value)


def is_count(value, most=INT32):
    return type(value) is int and 0 <= value <= most


def is_id(value):
    return is_text(value, 128) and value not in VOID_IDS


def epoch(text):
    require(isinstance(text, str), "an instant that is no text")
    try:
        return int(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())
    except ValueError:
        raise Refused("an instant") from None


def check_report(line):
    """A report as a dictionary of what is counted; raises Refused."""
    try:
        report = json.loads(line.decode(), object_pairs_hook=unique, parse_float=number, parse_constant=never)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise Refused("syntax") from error
    require(isinstance(report, dict), "no object")
    require(is_id(report.get("install_id")), "install_id")
    require(is_text(report.get("app_version"), 64), "app_version")
    platform = report.get("platform")
    require(isinstance(platform, str) and re.fullmatch(r"[a-z0-9_-]{1,32}", platform.lower()), "platform")
    try:
        day = datetime.date.fromisoformat(report.get("day") if re.fullmatch(r"\d{4}-\d\d-\d\d", str(report.get("day"))) else "")
    except ValueError:
        raise Refused("day") from None
    for name in ("device_class", "os_version"):
        require(report.get(name) is None or is_text(report[name], 64), name)
    for name in ("app_build", "flags_version"):
        require(report.get(name) is None or is_count(report[name], 2**63 - 1), name)
    health = report.get("health")
    require(isinstance(health, dict), "health")
    for name in COUNTS & health.keys():
        require(health[name] is None or is_count(health[name], 2**63 - 1 if name in WIDE else INT32), name)
    first_hour = (day - datetime.date(1970, 1, 1)).days * 24 - 14
    for name in ("active_hours", "crashed_hours"):
        hours = health.get(name) or []
        require(all(type(h) is int and first_hour <= h < first_hour + 50 for h in hours), name)
    received = epoch(report["received_at"])
    sent = epoch(report["sent_at"]) if report.get("sent_at") is not None else None
    days_ahead = (day - datetime.datetime.fromtimestamp(received, datetime.timezone.utc).date()).days
    return {
        "install": report["install_id"], "version": report["app_version"], "platform": platform.lower(),
        "day": day.isoformat(), "is_quarantined": days_ahead > 1 or days_ahead < -35,
        **{name: health.get(name) for name in ("sessions", "crashes", "queue_age_max_s", "quarantined", "send_failed")},
        "active_hours": health.get("active_hours") or [], "crashed_hours": health.get("crashed_hours") or [],
        "failures": list(check_failures(report, day, received, sent)),
    }


def check_failures(report, day, received, sent):
    """The entries that are kept, their instants corrected by what the client's clock was off."""
    shift = received - sent if sent is not None and abs(received - sent) > CLOCK_TOLERANCE_S else 0
    earliest = (day - datetime.date(1970, 1, 1)).days * 86400 - 86400
    for entry in report.get("decrypt_failures") or []:
        try:
            require(is_id(entry.get("device")) and is_id(entry.get("peer_device")), "device")
            kind = entry.get("message_type")
            require(isinstance(kind, str) and re.fullmatch(r"[a-z0-9_-]{1,32}", kind), "message_type")
            count = entry.get("count", 1)
            require(is_count(count) and count >= 1, "count")
            first = epoch(entry.get("first_at"))
            last = epoch(entry["last_at"]) if entry.get("last_at") is not None else first
            require(first <= last, "order")
            first, last = first + shift, last + shift
            require(first >= earliest and last <= received + 3600, "bounds")
        except Refused:
            continue
        yield {
            "device": entry["device"], "peer": entry["peer_device"], "kind": kind, "peer_version": entry.get("peer_version") or
            "unknown", "restored": bool(entry.get("restored_recently")), "recovered": bool(entry.get("recovered")),
            "count": count, "first": first, "last": last,
        }


MERGE = """
create table rows as
select day, install, version, platform, max(coalesce(sessions, 0)) as sessions, max(coalesce(crashes, 0)) as crashes,
       max(queue_age_max_s) as queue_age, max(quarantined) as quarantined, max(send_failed) as send_failed
from reports where not is_quarantined group by all;

create table failures as
select install, day, version, platform, f.device, f.peer, f.kind, f.peer_version, f.restored, max(f.count) as failures,
       min(f.first) as first, max(f.last) as last, bool_or(f.recovered) as recovered
from (select install, day, version, platform, unnest(failures) as f from reports where not is_quarantined) group by all;

create table hours as
select install, version, platform, hour, bool_or(crashed) as crashed
from (
    select day, install, version, platform, unnest(active_hours) as hour, false as crashed from reports where not is_quarantined
    union all
    select day, install, version, platform, unnest(crashed_hours), true from reports where not is_quarantined
)
group by day, install, version, platform, hour;
"""

CRASH_FREE = """
with installs as (
    select version, platform, install, sum(sessions) as sessions, sum(crashes) as crashes,
           bool_or(sessions > 0 or crashes > 0) as active, bool_or(crashes > 0) as crashed,
           count(*) filter (where sessions > 0 or crashes > 0) as active_days, count(*) filter (where crashes > 0) as crashed_days
    from rows where day >= '{from}' and day < '{to}' group by all
)
select version as app_version, platform, count(*) filter (where active) as active_installs, count(*) as reporting_installs,
       count(*) filter (where crashed) as crashed_installs, sum(sessions) as sessions, sum(crashes) as crashes,
       1 - crashed_installs / active_installs as crash_free, 1 - crashed_installs / reporting_installs as crash_free_of_reporting,
       1 - sum(crashed_days) / sum(active_days) as crash_free_install_days
from installs group by all
"""

QUEUE_AGES = """
select version as app_version, platform, count(queue_age) as install_days, quantile_disc(queue_age, 0.5) as p50_s,
       quantile_disc(queue_age, 0.9) as p90_s, quantile_disc(queue_age, 0.99) as p99_s, max(queue_age) as max_s,
       count(*) filter (where queue_age > 3600) / count(queue_age) as over_1h_share,
       count(*) filter (where queue_age > 86400) / count(queue_age) as over_24h_share,
       count(*) filter (where quarantined > 0) / count(*) as quarantined_share,
       count(*) filter (where send_failed > 0) / count(*) as failed_share
from rows where day >= '{from}' and day < '{to}' group by all
"""

DECRYPT_FAILURES = """
with pairs as (
    select version, platform, device, peer, bool_and(recovered) as recovered, sum(failures) as failures,
           bool_or(first >= epoch(timestamp '{from}')) as is_new
    from failures where last >= epoch(timestamp '{from}') and first < epoch(timestamp '{to}') group by all
),
installs as (
    select version, platform, count(distinct install) as affected
    from failures where last >= epoch(timestamp '{from}') and first < epoch(timestamp '{to}') group by all
),
active as (
    select version, platform, count(distinct install) filter (where sessions > 0 or crashes > 0) as active
    from rows where day >= '{from}' and day < '{to}' group by all
)
select version as app_version, platform, count(*) as pairs, count(*) filter (where is_new) as new_pairs,
       any_value(affected) as affected_installs, sum(failures) as failures,
       count(*) filter (where recovered) as recovered_pairs, count(*) * 10000 / any_value(active) as pairs_per_10k_active
from pairs join installs using (version, platform) join active using (version, platform) group by all
"""

HOURLY = """
select version as app_version, strftime(make_timestamp(hour::bigint * 3600000000), '%Y-%m-%dT%H:00:00Z') as hour,
       count(*) as active_installs, count(*) filter (where crashed) as crashed_installs
from hours
where hour >= epoch(timestamp '{from}') / 3600 and hour < epoch(timestamp '{to}') / 3600 group by version, hours.hour
"""


def wilson(bad, total, z=1.959963984540054):
    """The 95 % interval of a share (Wilson 1927), as the share of the good."""
    share = 1 - bad / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return middle - half, middle + half


def recount(sample):
    read = refused = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "checked.ndjson")
        with gzip.open(sample) as lines, open(path, "w", encoding="utf-8") as checked:
            for line in lines:
                if not line.strip():
                    continue
                read += 1
                try:
                    checked.write(json.dumps(check_report(line)) + "\n")
                except Refused:
                    refused += 1
        store = duckdb.connect()
        store.execute(
            "create table reports as select * from read_json(?, format = 'newline_delimited', columns = {install: 'varchar', "
            "version: 'varchar', platform: 'varchar', day: 'varchar', is_quarantined: 'boolean', sessions: 'bigint', "
            "crashes: 'bigint', queue_age_max_s: 'bigint', quarantined: 'bigint', send_failed: 'bigint', "
            "active_hours: 'integer[]', crashed_hours: 'integer[]', failures: 'struct(device varchar, peer varchar, "
            "kind varchar, peer_version varchar, restored boolean, recovered boolean, count bigint, first bigint, "
            "last bigint)[]'})", [path])
    store.execute(MERGE)

    def rows(sql):
        result = store.execute(sql.replace("{from}", WINDOW[0]).replace("{to}", WINDOW[1]))
        names = [column[0] for column in result.description]
        return [dict(zip(names, row)) for row in result.fetchall()]

    answers = {
        "read": read, "refused": refused, "rows": store.execute("select count(*) from rows").fetchone()[0],
        "crash_free": rows(CRASH_FREE), "queue_ages": rows(QUEUE_AGES), "decrypt_failures": rows(DECRYPT_FAILURES),
        "hourly": rows(HOURLY),
    }
    for row in answers["crash_free"]:
        row["crash_free_low"], row["crash_free_high"] = wilson(row["crashed_installs"], row["active_installs"])
    return answers


class Comparison:
    """Counts values that are equal and says which are not."""

    def __init__(self):
        self.equal, self.different = 0, []

    def value(self, place, name, found, expected):
        loose = name in ("p50_s", "p90_s", "p99_s", "max_s")
        exact = found == expected
        if not exact and isinstance(expected, (int, float)) and isinstance(found, (int, float)):
            exact = math.isclose(found, expected, rel_tol=0.01 if loose else 1e-9, abs_tol=1e-12)
        if exact:
            self.equal += 1
        else:
            self.different.append(f"{place}: {name} is {found}, expected {expected}")

    def tables(self, name, found, expected, key):
        index = {tuple(row.get(k) for k in key): row for row in found}
        if len(index) != len(expected) or len(found) != len(expected):
            self.different.append(f"{name}: {len(found)} rows, expected {len(expected)}")
        for row in expected:
            place = tuple(row[k] for k in key)
            for column in row.keys() - set(key):
                self.value(f"{name} {' '.join(map(str, place))}", column, index.get(place, {}).get(column), row[column])


KEYS = {
    "crash_free": ("app_version", "platform"), "queue_ages": ("app_version", "platform"),
    "decrypt_failures": ("app_version", "platform"), "hourly": ("app_version", "hour"),
}
COMMANDS = {
    "crash_free": ["crash-free"], "queue_ages": ["queue-ages"], "decrypt_failures": ["decrypt-failures"],
    "hourly": ["crash-free", "--by", "hour,version"],
}


def printed(chatfleet, sample):
    """What the binary answers for the sample, in a store of its own."""
    with tempfile.TemporaryDirectory() as folder:
        store = ["--store", f"sqlite:{folder}/fleet.db"]
        ingest = subprocess.run([chatfleet, "ingest", "reports", sample, *store], stdout=subprocess.DEVNULL)
        if ingest.returncode != 5:  # some of the sample is refused
            raise SystemExit(f"recount: ingest of the sample gave exit code {ingest.returncode}, expected 5")
        for name, command in COMMANDS.items():
            window = ["--from", WINDOW[0], "--to", WINDOW[1], "--format", "json"]
            output = subprocess.run([chatfleet, *command, *window, *store], stdout=subprocess.PIPE, check=True).stdout
            yield name, json.loads(output)["rows"]


def main():
    sample, answers_path = sys.argv[1:3]
    with open(answers_path, encoding="utf-8") as file:
        expected = json.load(file)
    found = recount(sample)
    comparison = Comparison()
    for name in ("read", "refused", "rows"):
        comparison.value("sample", name, found[name], expected[name])
    for name, key in KEYS.items():
        comparison.tables(f"recount of {name}", found[name], expected[name], key)
    for chatfleet in sys.argv[3:]:
        for name, rows in printed(chatfleet, sample):
            comparison.tables(f"chatfleet's {name}", rows, found[name], KEYS[name])
    for difference in comparison.different[:40]:
        print(f"recount: {difference}", file=sys.stderr)
    print(f"recount: {comparison.equal} values equal, {len(comparison.different)} different")
    return 1 if comparison.different or comparison.equal < 1_800 * (len(sys.argv) - 2) else 0


if __name__ == "__main__":
    sys.exit(main())
