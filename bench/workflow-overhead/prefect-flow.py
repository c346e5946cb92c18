"""Runs a flow of trivial tasks for each line that comes in: each adds one to what the task before it gave."""

import json
import os
import sys
import time

from prefect import flow, task

COUNT = int(sys.argv[1])


@task(persist_result=True, log_prints=False)
def add_one(value):
    return value + 1


@flow(persist_result=True)
def chain():
    value = 0
    for _ in range(COUNT):
        value = add_one(value)
    return value


# Before the first line: the server that keeps the runs starts with the first flow.
chain()
print("ready", flush=True)
for _ in sys.stdin:
    start = time.perf_counter()
    value = chain()
    print(json.dumps({"milliseconds": (time.perf_counter() - start) * 1000, "value": value}), flush=True)
