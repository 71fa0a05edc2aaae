"""Runs a command and writes its status, seconds of CPU and wall time, and peak memory as JSON: usage.py REPORT COMMAND..."""

import json
import os
import sys
import time

report, *command = sys.argv[1:]
started = time.perf_counter()
child = os.fork()
if child == 0:
    os.execvp(command[0], command)
_, status, usage = os.wait4(child, 0)
result = {
    "status": os.waitstatus_to_exitcode(status),
    "wall": time.perf_counter() - started,
    "user": usage.ru_utime,
    "system": usage.ru_stime,
    "kilobytes": usage.ru_maxrss,
}
with open(report, "w", encoding="utf-8") as file:
    json.dump(result, file)
