"""Measures the rates of the command, of Arrow from Python and of Spark on the same rows.

Usage: python rates.py PROGRAM [MEGABYTES]. The rows are those of ``engines.py``, 100,000 of them again and again. Each run
is a process of its own, whose time by the clock, processor time and memory are shown. Spark's are those of a second job,
after its start, with the processor time of all its processes. pyarrow must be installed, pyspark and Java if Spark is to
be measured.
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
with pyarrow.OSFile("rows.arrow") as file:
    found = check.validate(pyarrow.ipc.open_stream(file))
print(len(found))
"""

SPARK = """
import os, pathlib, sys, time, pymodelwright as mw
from engines import spark_session
from pymodelwright import spark
session = spark_session(sys.argv[1])
metamodel = mw.Metamodel.load("orders.pp")
def count(path):
    start, before = time.perf_counter(), processor()
    found = spark.validate(session.read.parquet(path), metamodel, "Order", "text", limit=10**9).count()
    return found, time.perf_counter() - start, processor() - before
def processor():
    # Of all processes of this session: Java and the workers.
    total = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == os.getsid(0):
            total += sum(map(int, fields[11:15]))
    return total / os.sysconf("SC_CLK_TCK")
count("small.parquet")
print(*count("rows.parquet"))
"""


def write(directory, megabytes):
    """Writes the rows as lines, as a stream of Arrow and as Parquet; prints their size in bytes."""
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
    print(blocks * len(lines))


def measure(name, size, directory, command):
    """Runs a process and shows its rate."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    run = subprocess.Popen(
        command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    output = run.stdout.read().decode()
    _, _, usage = os.wait4(run.pid, 0)
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    memory = f"{usage.ru_maxrss / 1024:.0f} MB"
    if name.startswith("Spark"):
        found, seconds, processor = map(float, output.split())
        memory = f"{found:.0f} violations"
    print(
        f"{name:18} {seconds:7.2f} s {size / 1e6 / seconds:6.1f} MB/s, processor {processor:7.2f} s "
        f"{size / 1e6 / processor:6.1f} MB/s, {memory}",
        flush=True,
    )


def main():
    if sys.argv[1] == "--write":
        return write(pathlib.Path(sys.argv[2]), float(sys.argv[3]))
    program = str(pathlib.Path(sys.argv[1]).resolve())
    megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 100
    here = str(pathlib.Path(__file__).resolve().parent)
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        # Another process writes the rows: processes that this one starts would show at least its memory.
        arguments = [sys.executable, __file__, "--write", str(directory), str(megabytes)]
        size = int(subprocess.run(arguments, stdout=subprocess.PIPE, check=True).stdout)
        print(f"{size / 1e6:.0f} MB")
        validate = [program, "validate", "rows.jsonl", "--model", "orders.pp", "--root", "Order"]
        validate += ["--format", "json", "--max-problems", "all", "--jobs"]
        for jobs in ("1", "2"):
            measure(f"command, {jobs} jobs", size, directory, [*validate, jobs])
        measure("Arrow, one thread", size, directory, [sys.executable, "-c", ARROW])
        if importlib.util.find_spec("pyspark") is None:
            return
        for cores in ("1", "2"):
            script = f"import sys; sys.path.insert(0, {here!r})\n{SPARK}"
            command = [sys.executable, "-c", script, f"local[{cores}]"]
            measure(f"Spark, {cores} cores", size, directory, command)


if __name__ == "__main__":
    main()
