"""Compares the verdicts on the documents of a corpus: as files of the command, and as rows of tables.

Usage: python corpus.py PROGRAM CORPUS [--spark] [--every-order]. PROGRAM is the command; CORPUS has the lists
``metamodels.txt`` and ``instances.txt``, whose lines are the path of a document below ``models``, then a tab and the
paths of its metamodels, separated by commas. pyarrow and datafusion must be installed, with --spark also pyspark, and
Java. With --every-order, Spark divides small tables in as many ways as large ones, which takes half an hour.

Each document is a row twice: the bytes of its file, and its JSON form if the command can write it. A row lies beside no
other file, so the command checks each file in a directory of its own; the JSON forms are the lines of a file, which it
checks with one and with two jobs. Documents whose metamodel the command rejects have no rows.
"""

import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import datafusion
import pyarrow
import pymodelwright as mw
import pymodelwright.datafusion
from engines import NAMES, canonical, spark_session

ANY = "http://www.eclipse.org/emf/2002/Ecore#//EObject"
# The metamodel of metamodels is part of every other one.
NONE = "package none { uri => 'urn:example:none' }"


def documents(corpus):
    """The names of documents, each with the paths of its metamodels."""
    for kind in ("metamodels", "instances"):
        for line in (corpus / f"{kind}.txt").read_text("utf-8").splitlines():
            name, _, models = line.partition("\t")
            if name and not name.startswith("#"):
                paths = (corpus / "models" / model for model in models.split(",") if model)
                yield corpus / "models" / name, tuple(str(path) for path in paths)


def command(program, directory, *arguments):
    """What the command writes to standard output."""
    run = subprocess.run([program, *arguments], cwd=directory, capture_output=True, check=False)
    return run.stdout.decode()


def violations(output, place_of, file):
    """The violations that the command shows, with the row and the line in it that `place_of` finds for a line."""
    ordinals = collections.Counter()
    for line in output.splitlines():
        problem = json.loads(line)
        place = next(iter(problem["places"]), {"file": file, "line": None, "column": None})
        if place["file"] == file:
            document, row, line = place_of(place["line"])
            yield {
                "document": document, "row": row, "ordinal": ordinals[row], "code": problem["code"],
                "severity": problem["severity"], "path": problem["object"], "line": line,
                "column": place["column"], "message": without_directories(problem["message"]),
            }  # fmt: skip
            ordinals[row] += 1


def without_directories(message):
    """A message without the directories of a file, which are relative to the place of the document."""
    return re.sub(r"but \S*/(\S+ cannot be read)", r"but \1", message)


def options_of(models):
    """The options of the command for all problems in JSON, with metamodels."""
    options = ["--format", "json", "--max-problems", "all"]
    return options + [word for model in models for word in ("--model", model)]


def as_file(program, path, models):
    """The violations of a document as a file without neighbours, and its JSON form."""
    with tempfile.TemporaryDirectory() as directory:
        name = f"row{path.suffix}"
        (pathlib.Path(directory) / name).write_bytes(path.read_bytes())
        shown = command(program, directory, "validate", name, *options_of(models))
        given = [word for model in models for word in ("--model", model)]
        form = command(program, directory, "convert", name, "--to", "json", *given)
    found = list(violations(shown, lambda line: ("", 0, line), name))
    try:
        return found, json.dumps(json.loads(form), ensure_ascii=False)
    except ValueError:
        return found, None


def as_lines(program, rows, models, jobs):
    """The violations of rows of JSON as lines of a file."""
    with tempfile.TemporaryDirectory() as directory:
        with (pathlib.Path(directory) / "rows.jsonl").open("w", encoding="utf-8") as lines:
            lines.writelines(f"{row}\n" for row in rows)
        arguments = ["rows.jsonl", "--root", ANY, "--jobs", str(jobs), *options_of(models)]
        shown = command(program, directory, "validate", *arguments)
    return bytes_of(violations(shown, lambda line: ("rows", line - 1, 1), "rows.jsonl"))


def bytes_of(found):
    """Violations, sorted, as bytes."""
    return canonical(pyarrow.Table.from_pylist(list(found), schema=SCHEMA))


def found_in(violations):
    """The violations of a table, sorted, as bytes."""
    rows = pyarrow.table(violations).to_pylist()
    return bytes_of({**row, "message": without_directories(row["message"])} for row in rows)


SCHEMA = pyarrow.schema(
    [("document", "string"), ("row", "int64"), ("ordinal", "int32"), ("code", "string"), ("severity", "string"),
     ("path", "string"), ("line", "int32"), ("column", "int32"), ("message", "string")]
)  # fmt: skip


class Report:
    """What was compared, and what differs."""

    def __init__(self):
        self.rows, self.checks, self.differences = collections.Counter(), 0, 0

    def compare(self, kind, name, expected, found):
        self.checks += 1
        lines = [part.decode().splitlines() for part in (expected, found)]
        if expected == found:
            return
        self.differences += 1
        pairs = (pair for pair in zip(*lines) if pair[0] != pair[1])
        first = next(pairs, "the rest")
        print(f"{kind}, {name}: {len(lines[0])} and {len(lines[1])} violations; {first}", flush=True)


def tables(rows):
    """Rows in order, and in another one."""
    data = pyarrow.table({"text": rows, "document": ["rows"] * len(rows), "row": range(len(rows))})
    return data, data.take(random.Random(1).sample(range(len(rows)), len(rows)))


def compare(report, kind, rows, expected, metamodel, format, session):
    report.rows[kind] += len(rows)
    check = mw.RowCheck(metamodel, ANY, "text", format, **NAMES)
    data, shuffled = tables(rows)
    report.compare(kind, "pyarrow", expected, found_in(check.validate(data)))
    report.compare(kind, "pyarrow, shuffled", expected, found_in(check.validate(shuffled)))
    frame = datafusion.SessionContext().from_arrow(shuffled, name="rows")
    found = mw.datafusion.validate(frame, metamodel, ANY, "text", format, **NAMES)
    report.compare(kind, "DataFusion", expected, found_in(found))
    if session is not None:
        spark_runs(report, kind, shuffled, expected, metamodel, format, session)


def spark_runs(report, kind, data, expected, metamodel, format, session):
    from pymodelwright import spark
    from pyspark.sql import functions

    frame = session.createDataFrame(data)
    # A job of a small table has the cost of a large one.
    orders = [(partitions, seed) for partitions in (1, 2, 7, 64) for seed in (1, 2, 3)]
    has_all = data.num_rows > 100 or "--every-order" in sys.argv
    for partitions, seed in orders if has_all else [(2, 1)]:
        mixed = frame.orderBy(functions.rand(seed)).repartition(partitions)
        found = spark.validate(mixed, metamodel, ANY, "text", format, **NAMES).toArrow()
        report.compare(kind, f"Spark, {partitions} partitions, order {seed}", expected, found_in(found))


def main():
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    program, corpus = str(pathlib.Path(arguments[0]).resolve()), pathlib.Path(arguments[1]).resolve()
    groups = collections.defaultdict(list)
    for path, models in documents(corpus):
        groups[models].append(path)
    session = spark_session() if "--spark" in sys.argv else None
    report, skipped = Report(), 0
    for models, paths in groups.items():
        try:
            metamodel = mw.Metamodel.load(*models) if models else mw.Metamodel.from_text(NONE, "pp")
        except mw.Error:
            skipped += len(paths)
            continue
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda path: as_file(program, path, models), paths))
        numbered = (
            {**violation, "document": "rows", "row": row}
            for row, (all_found, _) in enumerate(found)
            for violation in all_found
        )
        texts = [path.read_bytes() for path in paths]
        compare(report, "bytes of files", texts, bytes_of(numbered), metamodel, "xmi", session)
        forms = [form for _, form in found if form is not None]
        if forms:
            expected = as_lines(program, forms, models, 1)
            report.compare("JSON", "the command with two jobs", expected, as_lines(program, forms, models, 2))
            compare(report, "JSON", forms, expected, metamodel, "json", session)
    if session is not None:
        session.stop()
    rows = ", ".join(f"{count} rows of {kind}" for kind, count in report.rows.items())
    print(f"{rows} of {len(groups)} metamodels; {skipped} documents without a metamodel")
    print(f"{report.checks} comparisons, {report.differences} differences")
    sys.exit(report.differences > 0)


if __name__ == "__main__":
    main()
