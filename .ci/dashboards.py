"""Has Grafana's own model of a dashboard read each file of Dashboards/grafana and write it again, and fails where a member
or a value was lost or changed on the way; and reads the provisioning files.

    dashboards.py DASHBOARDS-DIRECTORY
"""
import json
import pathlib
import sys

import yaml
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard


def losses(before, after, place):
    """Where `after` lacks a member or a value of `before`; what it has beside is the model's own defaults."""
    if isinstance(before, dict):
        if not isinstance(after, dict):
            return [f"{place}: an object became {after!r}"]
        lost = []
        for name, value in before.items():
            if name not in after:
                lost.append(f"{place}.{name}: lost")
            else:
                lost += losses(value, after[name], f"{place}.{name}")
        return lost
    if isinstance(before, list):
        if not isinstance(after, list) or len(before) != len(after):
            return [f"{place}: a list of {len(before)} became {after!r}"]
        return [loss for i, pair in enumerate(zip(before, after)) for loss in losses(*pair, f"{place}[{i}]")]
    return [] if before == after and type(before) is type(after) else [f"{place}: {before!r} became {after!r}"]


def members(value):
    if isinstance(value, dict):
        return sum(1 + members(each) for each in value.values())
    return sum(map(members, value)) if isinstance(value, list) else 0


def main():
    folder = pathlib.Path(sys.argv[1])
    register_default_plugins()
    files = sorted((folder / "grafana").glob("*.json"))
    if not files:
        sys.exit(f"dashboards: no dashboard in {folder}/grafana")
    count = 0
    for file in files:
        before = json.loads(file.read_text())
        after = json.loads(json.dumps(Dashboard.from_json(before), cls=JSONEncoder))
        lost = losses(before, after, file.name)
        if lost:
            sys.exit("dashboards: Grafana's model loses\n  " + "\n  ".join(lost))
        count += members(before)
    # The comparison itself notices what it is for.
    if not losses({"a": [{"b": 1}]}, {"a": [{}]}, "x") or not losses({"a": None}, {"a": 0}, "x"):
        sys.exit("dashboards: the comparison is blind")
    sources = yaml.safe_load((folder / "grafana/provisioning/datasources/chatfleet.yml").read_text())
    for source in sources["datasources"]:
        if not {"name", "uid", "type", "url"} <= source.keys() or source.get("editable") is not False:
            sys.exit(f"dashboards: the data source {source.get('name')} lacks something")
    if sources["datasources"][0]["user"] != "chatfleet_grafana":
        sys.exit("dashboards: the store is not asked as the read-only role")
    providers = yaml.safe_load((folder / "grafana/provisioning/dashboards/chatfleet.yml").read_text())
    if [each["type"] for each in providers["providers"]] != ["file"]:
        sys.exit("dashboards: the dashboards' provider is no folder of files")
    print(f"dashboards: {len(files)} went through Grafana's model, {count} members, none lost")


if __name__ == "__main__":
    main()
