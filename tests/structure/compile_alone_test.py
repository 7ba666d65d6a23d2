"""Each file names what it includes: a release compiles several together, where one could live on what
another has read, and a build for a debugger or a sanitizer would stop there. Syntax and types alone are checked.

    compile_alone_test.py SOURCE_FOLDER BUILD_FOLDER [part of a path …]
"""

import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

source, build, *parts = sys.argv[1:]
parts = parts or [f"{source}/{folder}/" for folder in ("app", "render", "sim", "tests")]
subprocess.run(["cmake", "--preset", "debug", "-B", build, "-DORRERY_CUDA=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"],
               cwd=source, check=True, stdout=subprocess.DEVNULL)
entries = {entry["file"]: entry for entry in json.loads((Path(build) / "compile_commands.json").read_text())}
files = sorted(file for file in entries if any(part in file for part in parts))


def errors_of(file):
    command = shlex.split(entries[file]["command"])
    output = command.index("-o")
    del command[output:output + 2]
    done = subprocess.run([*command, "-O0", "-fsyntax-only"], cwd=entries[file]["directory"], capture_output=True, text=True)
    return done.stderr if done.returncode else ""


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    found = [errors for errors in pool.map(errors_of, files) if errors]
print(*found, f"{len(files)} files, {len(found)} do not compile alone", sep="\n")
sys.exit(bool(found) or not files)
