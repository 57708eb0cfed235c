"""Compares the violations that the command and the engines find in the same rows, byte for byte.

Usage: python engines.py PROGRAM [ROWS] [--spark]. PROGRAM is the command; pyarrow and datafusion must be installed, with
--spark also pyspark, and Java. Rows of orders are generated from a fixed seed, one in a hundred of them with a mutation; the
violations of each run, sorted by document, row and ordinal, must be the same bytes. The times include the start of each
run.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import datafusion
import pyarrow
import pymodelwright as mw
import pymodelwright.datafusion

TYPES = """package orders { uri => 'urn:example:orders:rows' }
type Order {
  attr id, String { min => 1, id => true }
  attr currency, Pattern[/^[A-Z]{3}$/] { default => 'EUR' }
  attr state, State { default => open }
  attr note, String[1, 200]
  has customer, Customer { min => 1 }
  has lines, Line { min => 1, max => unbound }
  has first, Line { containment => false }
  invariant 'an order has at most 20 lines' { $lines.length <= 20 }
}
type Customer {
  attr name, String { min => 1 }
  attr email, Pattern[/^[^@]+@[^@]+$/]
  attr since, EDate
}
type Line {
  attr article, String { min => 1 }
  attr pieces, Integer[1, 999] { default => 1 }
  attr price, Float { min => 1 }
}
enum State { open, paid, sent }
"""


def order(number, chance):
    lines = [
        {
            "article": f"A-{number}-{at}",
            "pieces": chance.randint(1, 999),
            "price": chance.randint(1, 9999) / 100,
        }
        for at in range(chance.randint(1, 3))
    ]
    return {
        "id": f"o{number}",
        "currency": chance.choice(["EUR", "SEK", "CHF"]),
        "state": chance.choice(["open", "paid", "sent"]),
        "note": "Ring the bell, it is the door on the left – thank you",
        "customer": {
            "name": f"Customer {number % 977}",
            "email": f"c{number}@example.org",
            "since": "2024-02-29",
        },
        "lines": lines,
        "first": f"//@lines.{len(lines) - 1}",
    }


MUTATIONS = [
    lambda row: row.pop("customer"),
    lambda row: row["lines"].clear(),
    lambda row: row.update(currency="euro"),
    lambda row: row.update(state="lost"),
    lambda row: row.update(first="//@lines.7"),
    lambda row: row.update(colour="red", note=""),
    lambda row: row["lines"][0].update(pieces=1000),
    lambda row: row["lines"][0].pop("price"),
    lambda row: row["lines"].extend([row["lines"][0]] * 20),
    lambda row: row["customer"].update(since="yesterday", email="nobody"),
]


def texts(count):
    chance = random.Random(49)
    for number in range(count):
        row = order(number, chance)
        broken = chance.random() < 0.01
        if broken and chance.random() < 0.9:
            chance.choice(MUTATIONS)(row)
        text = json.dumps(row, ensure_ascii=False)
        yield text[: chance.randrange(1, len(text))] if broken and chance.random() < 0.1 else text


def canonical(violations):
    """The violations of a table, sorted, as bytes."""
    rows = pyarrow.table(violations).to_pylist()
    rows.sort(key=lambda row: (row["document"], row["row"], row["ordinal"]))
    return b"".join(json.dumps(list(row.values()), ensure_ascii=False).encode() + b"\n" for row in rows)


def of_command(program, directory, jobs):
    """The violations that the command finds; it numbers lines, and rows are numbered from 0."""
    command = [program, "validate", "rows.jsonl", "--model", "orders.pp", "--root", "Order"]
    command += ["--jobs", str(jobs), "--format", "json", "--max-problems", "all"]
    run = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, check=False)
    found, ordinals = [], {}
    for line in run.stdout.decode().splitlines():
        problem = json.loads(line)
        place = problem["places"][0]
        row = place["line"] - 1
        ordinals[row] = ordinals.get(row, -1) + 1
        found.append((row, ordinals[row], problem, place))
    return b"".join(
        json.dumps(
            ["rows", row, ordinal, problem["code"], problem["severity"], problem["object"], 1, place["column"],
             problem["message"]],
            ensure_ascii=False,
        ).encode() + b"\n"
        for row, ordinal, problem, place in sorted(found, key=lambda entry: entry[:2])
    )  # fmt: skip


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--spark"]
    program = str(pathlib.Path(arguments[0]).resolve())
    count = int(arguments[1]) if len(arguments) > 1 else 20_000
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        (directory / "orders.pp").write_text(TYPES)
        rows = list(texts(count))
        (directory / "rows.jsonl").write_text("".join(f"{row}\n" for row in rows), "utf-8")
        size = (directory / "rows.jsonl").stat().st_size / 1e6
        metamodel = mw.Metamodel.load(directory / "orders.pp")
        data = pyarrow.table({"text": rows, "document": ["rows"] * count, "row": range(count)})
        names = {"document_column": "document", "row_column": "row"}
        expected = None

        def compare(name, run):
            nonlocal expected
            start = time.perf_counter()
            found = run()
            seconds = time.perf_counter() - start
            found = found if isinstance(found, bytes) else canonical(found)
            if expected is None:
                expected = found
                print(f"{count} rows, {size:.0f} MB, {found.count(bytes([10]))} violations")
            print(f"{name:26} {seconds:7.2f} s {size / seconds:7.1f} MB/s", flush=True)
            if found != expected:
                different = [
                    pair for pair in zip(expected.splitlines(), found.splitlines()) if pair[0] != pair[1]
                ]
                sys.exit(
                    f"{name} differs: {different[:1]}, {expected.count(bytes([10]))} and {found.count(bytes([10]))} violations"
                )

        compare("command, 1 job", lambda: of_command(program, directory, 1))
        compare("command, 2 jobs", lambda: of_command(program, directory, 2))
        check = mw.RowCheck(metamodel, "Order", "text", row_limit=10**6, limit=10**9, **names)
        compare("pyarrow", lambda: check.validate(data))
        shuffled = data.take(random.Random(1).sample(range(count), count))
        compare("pyarrow, shuffled", lambda: check.validate(shuffled))
        limits = {"row_limit": 10**6, "limit": 10**9}
        frame = datafusion.SessionContext().from_arrow(data, name="rows")
        compare(
            "datafusion",
            lambda: mw.datafusion.validate(frame, metamodel, "Order", "text", **names, **limits),
        )
        if "--spark" in sys.argv:
            spark_runs(directory, data, metamodel, names | limits, compare)
    print("all equal")


def spark_runs(directory, data, metamodel, options, compare):
    import os

    import pyarrow.parquet
    from pymodelwright import spark
    from pyspark.sql import SparkSession, functions

    os.environ["PYSPARK_PYTHON"] = sys.executable
    pyarrow.parquet.write_table(data, directory / "rows.parquet", row_group_size=100_000)
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.host", "localhost").getOrCreate()
    frame = session.read.parquet(str(directory / "rows.parquet"))
    for seed in (1, 2, 3):
        for partitions in (1, 2, 7, 64):
            mixed = frame.orderBy(functions.rand(seed)).repartition(partitions)
            compare(
                f"spark, {partitions} partitions, order {seed}",
                lambda mixed=mixed: spark.validate(mixed, metamodel, "Order", "text", **options).toArrow(),
            )
    session.stop()


if __name__ == "__main__":
    main()
