"""docs/python.md, run from its first line to its last."""

import os
import pathlib
import textwrap

import pytest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "python.md"


def programs():
    block = []
    for line in PAGE.read_text().splitlines() + [""]:
        if line.startswith("    ") or (block and not line):
            block.append(line)
        elif block:
            text = textwrap.dedent("\n".join(block))
            block = []
            if not text.startswith("pip "):
                yield text
    assert not block or not "".join(block).strip()


@pytest.mark.skipif(not os.path.exists(os.environ.get("ORRERY_PROGRAM", "")), reason="the program was not built here")
def test_the_page_runs(capsys):
    names = {}
    for program in programs():
        exec(compile(program, str(PAGE), "exec"), names)
    told = capsys.readouterr().out
    assert "(100000, 3)" in told
    assert names["orbit"].steps == 1000
    assert names["picture"].any()
