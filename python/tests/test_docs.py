"""The snippets of pages: each does what its page shows.

The blocks of a page share their names and a directory with ``examples`` in it. A block with ``>>>`` is a
session, of which the results are compared; any other one is run.
"""

import doctest
import importlib.util
import pathlib
import re

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# The first block with one of these that is not installed ends the page.
OPTIONAL = ["datafusion", "pandas", "pyarrow", "pyecore", "pyspark"]
PAGES = [
    page
    for page in sorted(
        [
            *REPOSITORY.glob("docs/*.md"),
            *REPOSITORY.glob("docs/guides/*.md"),
            *REPOSITORY.glob("*.md"),
            *REPOSITORY.glob("python/*.md"),
        ]
    )
    if BLOCK.search(page.read_text())
]


def test_there_are_pages():
    assert "python.md" in [page.name for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_snippets(page, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(REPOSITORY / "examples")
    monkeypatch.chdir(tmp_path)
    text, names = page.read_text(), {"__name__": "page"}
    runner = doctest.DocTestRunner(verbose=False)
    for block in BLOCK.finditer(text):
        body, line = block[1], text.count("\n", 0, block.start())
        if any(module in body and importlib.util.find_spec(module) is None for module in OPTIONAL):
            # Later blocks of the page may use what this one defines.
            return
        if ">>> " not in body:
            exec(compile(body, page.name, "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(body, names, page.name, page.name, line)
        report = []
        runner.run(test, out=report.append, clear_globs=False)
        assert runner.failures == 0, "".join(report)
        names = test.globs
