"""Measures the rates of the command, of Arrow from Python and of Spark on the same rows.

Usage: python rates.py PROGRAM [MEGABYTES]. The rows are those of ``engines.py``, 100,000 of them again and again. Each run
is a process of its own; its processor time, its memory and the time by the clock are those of the complete process, but
Spark's start, which a first job shows, is apart. pyarrow must be installed, pyspark and Java if Spark is to be measured.
"""

import importlib.util
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

BLOCK = 100_000

ARROW = """
import pyarrow, pyarrow.ipc, pymodelwright as mw
check = mw.RowCheck(mw.Metamodel.load("orders.pp"), "Order", "text", limit=10**9)
with pyarrow.memory_map("rows.arrow") as file:
    found = check.validate(pyarrow.ipc.open_stream(file))
print(len(found))
"""

SPARK = """
import sys, time, pymodelwright as mw
from engines import spark_session
from pymodelwright import spark
session = spark_session(sys.argv[1])
metamodel = mw.Metamodel.load("orders.pp")
def count(path):
    start = time.perf_counter()
    found = spark.validate(session.read.parquet(path), metamodel, "Order", "text", limit=10**9).count()
    return found, time.perf_counter() - start
count("small.parquet")
print(*count("rows.parquet"))
"""


def write(directory, megabytes):
    """Writes the rows as lines, as a stream of Arrow and as Parquet; returns their size in bytes."""
    import pyarrow.ipc
    import pyarrow.parquet
    from engines import TYPES, texts

    (directory / "orders.pp").write_text(TYPES)
    rows = list(texts(BLOCK))
    lines = "".join(f"{row}\n" for row in rows).encode()
    blocks = max(1, round(megabytes * 1e6 / len(lines)))
    table = pyarrow.table({"text": rows})
    pyarrow.parquet.write_table(table.slice(0, 100), directory / "small.parquet")
    with (
        (directory / "rows.jsonl").open("wb") as file,
        pyarrow.ipc.new_stream(directory / "rows.arrow", table.schema) as stream,
        pyarrow.parquet.ParquetWriter(directory / "rows.parquet", table.schema) as parquet,
    ):
        for _ in range(blocks):
            file.write(lines)
            stream.write_table(table, max_chunksize=10_000)
            parquet.write_table(table, row_group_size=25_000)
    return blocks * len(lines)


def measure(name, size, directory, command):
    """Runs a process and shows its rate; returns what it printed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run = subprocess.Popen(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = run.stdout.read().decode()
    _, _, usage = os.wait4(run.pid, 0)
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(
        f"{name:22} {seconds:7.2f} s {size / 1e6 / seconds:7.1f} MB/s, processor {processor:7.2f} s, "
        f"{usage.ru_maxrss / 1024:6.0f} MB",
        flush=True,
    )
    return output


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 100
    here = str(pathlib.Path(__file__).resolve().parent)
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        size = write(directory, megabytes)
        print(f"{size / 1e6:.0f} MB")
        validate = [program, "validate", "rows.jsonl", "--model", "orders.pp", "--root", "Order", "--format", "json"]
        for jobs in ("1", "2"):
            measure(f"command, {jobs} jobs", size, directory, [*validate, "--max-problems", "all", "--jobs", jobs])
        measure("Arrow, one thread", size, directory, [sys.executable, "-c", ARROW])
        if importlib.util.find_spec("pyspark") is None:
            return
        for cores in ("1", "2"):
            script = f"import sys; sys.path.insert(0, {here!r})\n{SPARK}"
            command = [sys.executable, "-c", script, f"local[{cores}]"]
            found, seconds = measure(f"Spark, {cores} cores", size, directory, command).split()
            print(f"{'  without its start':22} {float(seconds):7.2f} s {size / 1e6 / float(seconds):7.1f} MB/s, "
                  f"{found} violations")  # fmt: skip


if __name__ == "__main__":
    main()
