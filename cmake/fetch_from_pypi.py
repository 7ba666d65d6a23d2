"""Fetches the source archive of a package from PyPI with pip and says how far it is.

    fetch_from_pypi.py NAME==VERSION FOLDER LABEL MEGABYTES
"""

import os
import subprocess
import sys
import time

package, folder, label, megabytes = sys.argv[1:]
on_terminal = sys.stdout.isatty()


def say(words):
    print(f"\r\033[K{words}" if on_terminal else f"-- {words}", end="" if on_terminal else "\n", flush=True)


def fetched_bytes():
    """Of archives in the folder, from which pip takes files and folders away meanwhile: os.walk() passes over those."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".tar.gz"):
                try:
                    total += os.stat(os.path.join(parent, name)).st_size
                except OSError:
                    pass
    return total


os.makedirs(folder, exist_ok=True)
name = package.split("==")[0]
pip = subprocess.Popen(
    # pip's own build tools come as wheels: only the package itself is wanted as source.
    [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
     "--retries", "2", "--no-binary", name, "--dest", folder, package],
    env=os.environ | {"TMPDIR": folder},
    stderr=subprocess.PIPE,
    text=True,
)
said = -1
while pip.poll() is None:
    done = round(fetched_bytes() / 1e6)
    if done != said:
        said = done
        say(f"{label}: {done} of {megabytes} MB from PyPI")
    time.sleep(0.2 if on_terminal else 2)
if on_terminal:
    say("")
if pip.returncode != 0:
    sys.exit(pip.stderr.read().strip())
