"""Holds the AWS CLI calls that chatfleet prints for AWS AppConfig against botocore's model of the service.

    appconfig.py PATH-TO-CHATFLEET

The AWS CLI derives its arguments from the same model: an operation's name in kebab case, an argument a member, and a file
for an output that is a blob.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

import botocore.session
from botocore import xform_name


def operation(model, words):
    """The operation and its arguments by member; asserts what the model says of each."""
    assert words[:2] == ["aws", "appconfig"], words
    names = {xform_name(name, "-"): name for name in model.operation_names}
    shape = model.operation_model(names[words[2]])
    members = {xform_name(name, "-"): name for name in shape.input_shape.members}
    given, rest = {}, words[3:]
    while rest and rest[0].startswith("--"):
        given[members[rest[0][2:]]] = rest[1]
        rest = rest[2:]
    output = shape.output_shape.serialization.get("payload")
    is_blob = output is not None and shape.output_shape.members[output].type_name == "blob"
    assert len(rest) == (1 if is_blob else 0), (words[2], rest)
    for name in shape.input_shape.required_members:
        assert name in given, f"{words[2]} lacks {name}"
    for name, value in given.items():
        member = shape.input_shape.members[name]
        rules = member.metadata
        if member.type_name == "string":
            assert rules.get("min", 0) <= len(value) <= rules.get("max", 10**9), (name, value)
            assert re.fullmatch(rules.get("pattern", ".*"), value, re.S), (name, value, rules["pattern"])
        elif member.type_name in ("integer", "long"):
            int(value)
    return names[words[2]], given


def main():
    chatfleet = os.path.abspath(sys.argv[1])
    model = botocore.session.get_session().get_service_model("appconfig")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/edited")
        with open(f"{folder}/edited/android.json", "w", encoding="utf-8") as file:
            file.write('{"version":8,"flags":{"poll_posts":{"default":true}}}')
        command = [
            chatfleet, "flags", "publish", "edited", "--to", "appconfig:chat/prod/flags", "--base", "7", "--reason",
            "it's \"20 %\" now; $(rm -rf /)", "--store", f"sqlite:{folder}/fleet.db",
        ]
        printed = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True, text=True).stdout
    calls = [shlex.split(line) for line in printed.strip().removesuffix("\n").split(" &&\n")]
    (create, created), (deploy, deployed) = (operation(model, words) for words in calls)
    assert create == "CreateHostedConfigurationVersion" and deploy == "StartDeployment"
    assert created["Content"] == f"fileb://{folder}/edited/android.json", created["Content"]
    assert created["LatestVersionNumber"] == "7" and deployed["ConfigurationVersion"] == "8"
    assert deployed["DeploymentStrategyId"] == "AppConfig.AllAtOnce" and deployed["EnvironmentId"] == "prod"
    assert created["Description"] == deployed["Description"] == "it's \"20 %\" now; $(rm -rf /)"
    print(f"appconfig: {len(created) + len(deployed)} arguments as botocore's model has them")


if __name__ == "__main__":
    main()
