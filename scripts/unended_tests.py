"""Prints the tests that began and did not end in a run of Swift tests that was interrupted, from its events."""

import json
import sys

names: dict[str, str] = {}
running: dict[str, None] = {}
for line in sys.stdin:
    if not line.endswith("\n"):
        break  # the run was killed while it wrote
    record = json.loads(line)
    payload = record["payload"]
    if record["kind"] == "test":
        names[payload["id"]] = payload.get("displayName") or payload["name"]
    elif payload["kind"] == "testStarted":
        running[payload["testID"]] = None
    elif payload["kind"] in ("testEnded", "testSkipped"):
        running.pop(payload["testID"], None)
    elif payload["kind"] == "runEnded":
        running.clear()
for test in running:
    print(f"did not end: {names.get(test, '')} ({test})")
