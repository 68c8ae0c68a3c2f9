"""Compares what `chatfleet flags eval` says with flagd's own evaluator on what `chatfleet flags export flagd` writes, over
random documents and contexts: ids at the bounds of buckets, percentages of three places, versions of one to three parts.

    .ci/flagd.py PATH-TO-CHATFLEET FOLDER-OF-SAMPLES [SEED]

The two share no code: murmur3 is mmh3's, versions are semver's. A difference prints its document and context.
"""

import json
import logging
import random
import subprocess
import sys
import tempfile

from openfeature.contrib.tools.flagd.core import FlagdCore
from openfeature.evaluation_context import EvaluationContext

DOCUMENTS = 40
CONTEXTS = 150


def version(rng, parts):
    text = ".".join(str(rng.choice([0, 1, 2, 5, 9, 10, 14, 100, 18446744073709551616])) for _ in range(parts))
    if rng.random() < 0.3:
        text += rng.choice(["-rc.1", "-rc.10", "-rc.2", "-alpha", "-0", "-1.a", "-x-y", "-beta.2", "-beta"])
    if rng.random() < 0.2:
        text += rng.choice(["+7", "+a-b.c", "+0012"])
    return text


def percent(rng):
    return rng.choice([
        "0", "100", "50", "0.001", "99.999", "1.005", "33.333", "12.5", "0.5", "20",
        "%d.%03d" % (rng.randrange(100), rng.randrange(1000)),
    ])


def document(rng, names):
    flags = []
    for name in names:
        rules = []
        if rng.random() < 0.7:
            rules.append('"rollout_percent":' + percent(rng))
        rules.append('"default":' + rng.choice(["true", "false"]))
        if rng.random() < 0.6:
            rules.append('"min_app":"%s"' % version(rng, rng.choice([1, 2, 3, 3, 4])))
        flags.append('"%s":{%s}' % (name, ",".join(rules)))
    kills = ",".join('"%s":%s' % (name, rng.choice(["true", "false"])) for name in names + ["none"] if rng.random() < 0.15)
    hashes = rng.choice(["", "", '"hash":"m3-32/1",', '"hash":"other",'])
    return '{"version":1,%s"kill":{%s},"flags":{%s}}' % (hashes, kills, ",".join(flags))


def main():
    program, samples = sys.argv[1], sys.argv[2]
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    rng = random.Random(seed)
    # flagd logs each version that it can't read.
    logging.disable(logging.CRITICAL)
    with open(samples + "/bucket_edge_install_ids.json") as file:
        edges = [row["install_id"] for row in json.load(file)["rows"]]
    names = ["poll_posts", "avif_images", "a", "z9_", "x" * 64]
    compared = 0
    on = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(DOCUMENTS):
            text = document(rng, names)
            path = folder + "/flags.json"
            with open(path, "w") as file:
                file.write(text)
            contexts = []
            for _ in range(CONTEXTS):
                ids = [rng.choice(edges), "i_%016x" % rng.getrandbits(64), "né😀%d" % rng.randrange(10), "", None]
                contexts.append({
                    "install_id": rng.choices(ids, [5, 5, 1, 1, 1])[0],
                    "app_version": version(rng, rng.choice([1, 2, 3])) if rng.random() < 0.95 else None,
                })
            lines = "".join(json.dumps(context) + "\n" for context in contexts)
            evaluate = [program, "flags", "eval", path, "--contexts", "-", "--format", "json", "--quiet"]
            answers = subprocess.run(evaluate, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
            export = [program, "flags", "export", "flagd", path, "--quiet"]
            core = FlagdCore()
            core.set_flags(subprocess.run(export, capture_output=True, text=True, check=True).stdout)
            if len(answers) != len(contexts):
                sys.exit("flagd: %d answers to %d contexts, seed %d" % (len(answers), len(contexts), seed))
            for context, answer in zip(contexts, answers):
                attributes = {"app_version": context["app_version"]} if context["app_version"] is not None else {}
                asked = EvaluationContext(targeting_key=context["install_id"], attributes=attributes)
                for flag in json.loads(answer)["flags"]:
                    theirs = core.resolve_boolean_value(flag["flag"], False, asked).value
                    compared += 1
                    on += flag["value"]
                    if theirs != flag["value"]:
                        sys.exit("flagd: differs, seed %d\n%s\n%s\n%s\nflagd: %s" % (seed, text, context, flag, theirs))
    if on < compared / 20:
        sys.exit("flagd: only %d of %d were on: the comparison says little, seed %d" % (on, compared, seed))
    print("flagd: %d evaluations of %d documents agree, %d of them on (seed %d)" % (compared, DOCUMENTS, on, seed))


main()
