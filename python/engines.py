"""Compares the violations that the command and the engines find in the same rows, byte for byte.

Usage: python engines.py PROGRAM [ROWS] [--spark]. PROGRAM is the command; pyarrow and datafusion must be installed, with
--spark also pyspark, and Java. Rows of orders are generated from a fixed seed, one in a hundred of them with a mutation; the
violations of each run, sorted by document, row and ordinal, must be the same bytes. The times include the start of each
run.

Then the orders refer to each other, some to orders that do not exist, and some have the id of another one. Here the
command reads one document with all rows, whose problems have other positions, but the same codes and messages.
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
  has previous, Order { containment => false }
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
    """An order without mistakes; `chance` is the generator of its values."""
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
    """Rows of orders, one in a hundred of them with a mutation or cut off."""
    chance = random.Random(49)
    for number in range(count):
        row = order(number, chance)
        broken = chance.random() < 0.01
        if broken and chance.random() < 0.9:
            chance.choice(MUTATIONS)(row)
        text = json.dumps(row, ensure_ascii=False)
        yield text[: chance.randrange(1, len(text))] if broken and chance.random() < 0.1 else text


def linked_texts(count):
    """Rows that refer to other rows, one in a hundred of them with a wrong id or reference."""
    chance = random.Random(4)
    for number in range(count):
        row = order(number, chance)
        row["previous"] = f"o{chance.randrange(count)}"
        if chance.random() < 0.01:
            row.update(chance.choice([{"previous": f"x{number}"}, {"id": f"o{chance.randrange(count)}"}]))
        # A path would lead elsewhere in a document with all rows.
        del row["first"]
        yield json.dumps(row, ensure_ascii=False)


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


def in_one_document(program, directory, rows):
    """The codes and messages that the command finds in one document with all rows, sorted."""
    (directory / "all.json").write_text('{"$roots": [' + ",\n".join(rows) + "]}", "utf-8")
    command = [program, "validate", "all.json", "--model", "orders.pp", "--root", "Order", "--format", "json"]
    run = subprocess.run(
        [*command, "--max-problems", "all"], cwd=directory, stdout=subprocess.PIPE, check=False
    )
    problems = [json.loads(line) for line in run.stdout.decode().splitlines()]
    return sorted((problem["code"], problem["message"]) for problem in problems)


class Comparison:
    """Runs of checks of the same rows; the first one has the violations that all others must have."""

    def __init__(self, count, size):
        self.count, self.size, self.expected = count, size, None

    def run(self, name, check):
        start = time.perf_counter()
        found = check()
        seconds = time.perf_counter() - start
        found = found if isinstance(found, bytes) else canonical(found)
        if self.expected is None:
            self.expected = found
            print(f"{self.count} rows, {self.size:.0f} MB, {len(found.splitlines())} violations")
        print(f"{name:36} {seconds:7.2f} s {self.size / seconds:7.1f} MB/s", flush=True)
        if found != self.expected:
            lines = self.expected.splitlines(), found.splitlines()
            different = next((pair for pair in zip(*lines) if pair[0] != pair[1]), "the rest")
            sys.exit(f"{name} differs: {different}, {len(lines[0])} and {len(lines[1])} violations")


NAMES = {"document_column": "document", "row_column": "row", "row_limit": 10**6, "limit": 10**9}


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--spark"]
    program = str(pathlib.Path(arguments[0]).resolve())
    count = int(arguments[1]) if len(arguments) > 1 else 20_000
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        (directory / "orders.pp").write_text(TYPES)
        metamodel = mw.Metamodel.load(directory / "orders.pp")
        alone, data = table_of(texts(count))
        with (directory / "rows.jsonl").open("w", encoding="utf-8") as lines:
            lines.writelines(f"{row}\n" for row in data["text"].to_pylist())
        alone.run("command, 1 job", lambda: of_command(program, directory, 1))
        alone.run("command, 2 jobs", lambda: of_command(program, directory, 2))
        check = mw.RowCheck(metamodel, "Order", "text", **NAMES)
        alone.run("pyarrow", lambda: check.validate(data))
        shuffled = data.take(random.Random(1).sample(range(count), count))
        alone.run("pyarrow, shuffled", lambda: check.validate(shuffled))
        datafusion_run(data, metamodel, alone, {})

        linked, linked_data = table_of(linked_texts(count))
        between = {"references_between_rows": True}
        datafusion_run(linked_data, metamodel, linked, between)
        rows = [json.loads(line) for line in linked.expected.splitlines()]
        # The command stores 10,000 problems of a document, and counts the others.
        if len(rows) <= 10_000:
            words = in_one_document(program, directory, linked_data["text"].to_pylist())
            if words != sorted((row[3], row[8]) for row in rows):
                sys.exit(f"one document with all rows differs: {len(words)} and {len(rows)} problems")
        if "--spark" in sys.argv:
            session = spark_session()
            spark_runs(session, directory, data, metamodel, alone, {})
            spark_runs(session, directory, linked_data, metamodel, linked, between)
            session.stop()
    print("all equal")


def table_of(rows):
    """The comparison of rows, and the rows as a table."""
    rows = list(rows)
    count, size = len(rows), sum(len(row.encode()) + 1 for row in rows) / 1e6
    data = pyarrow.table({"text": rows, "document": ["rows"] * count, "row": range(count)})
    return Comparison(count, size), data


def datafusion_run(data, metamodel, comparison, options):
    frame = datafusion.SessionContext().from_arrow(data, name="rows")
    check = mw.datafusion.validate
    name = "datafusion, references" if options else "datafusion"
    comparison.run(name, lambda: check(frame, metamodel, "Order", "text", **NAMES, **options))


def spark_session(master="local[2]"):
    import os

    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.driver.host", "localhost")
    return builder.config("spark.sql.shuffle.partitions", "8").getOrCreate()


def spark_runs(session, directory, data, metamodel, comparison, options):
    import pyarrow.parquet
    from pymodelwright import spark
    from pyspark.sql import functions

    pyarrow.parquet.write_table(data, directory / "rows.parquet", row_group_size=100_000)
    frame = session.read.parquet(str(directory / "rows.parquet"))
    kind = "spark, references" if options else "spark"
    for seed in (1, 2, 3):
        for partitions in (1, 2, 7, 64):
            mixed = frame.orderBy(functions.rand(seed)).repartition(partitions)
            comparison.run(
                f"{kind}, {partitions} partitions, order {seed}",
                lambda mixed=mixed: spark.validate(
                    mixed, metamodel, "Order", "text", **NAMES, **options
                ).toArrow(),
            )


if __name__ == "__main__":
    main()
