"""Measures the installed package: import, loading and validation beside PyEcore, and two threads beside
one.

Usage: python measure.py [MEGABYTES]. Each figure is the best of several runs; memory is the peak of a
process of its own. PyEcore is measured if it is installed.
"""

import concurrent.futures
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ECORE = """<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore"
 name="shop" nsURI="urn:shop" nsPrefix="shop">
<eClassifiers xsi:type="ecore:EClass" name="Shop">
 <eStructuralFeatures xsi:type="ecore:EReference" name="orders" upperBound="-1" containment="true" eType="#//Order"/>
</eClassifiers>
<eClassifiers xsi:type="ecore:EClass" name="Order">
 <eStructuralFeatures xsi:type="ecore:EAttribute" name="number" iD="true" lowerBound="1"
  eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString"/>
 <eStructuralFeatures xsi:type="ecore:EAttribute" name="amount"
  eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EInt"/>
 <eStructuralFeatures xsi:type="ecore:EReference" name="lines" upperBound="-1" containment="true" eType="#//Line"/>
</eClassifiers>
<eClassifiers xsi:type="ecore:EClass" name="Line">
 <eStructuralFeatures xsi:type="ecore:EAttribute" name="text"
  eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString"/>
 <eStructuralFeatures xsi:type="ecore:EReference" name="before" eType="#//Order"/>
</eClassifiers>
</ecore:EPackage>
"""


def document(size):
    """A document of about `size` bytes: orders with lines that refer to earlier orders."""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<shop:Shop xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:shop="urn:shop">\n'
    parts, length, number = [head], len(head), 0
    while length < size:
        before = f"N{number // 2}"
        lines = "".join(f'    <lines text="line {at} of the order" before="{before}"/>\n' for at in range(3))
        parts.append(f'  <orders number="N{number}" amount="{number % 1000}">\n{lines}  </orders>\n')
        length += len(parts[-1])
        number += 1
    return "".join(parts) + "</shop:Shop>\n"


OURS = """
import pymodelwright as mw
shop = mw.Metamodel.load("shop.ecore")
start = time.perf_counter()
model = mw.Model.load("shop.xmi", shop)
assert not model.validate()
"""

THEIRS = """
from pyecore.resources import ResourceSet, URI
rset = ResourceSet()
package = rset.get_resource(URI("shop.ecore")).contents[0]
rset.metamodel_registry[package.nsURI] = package
start = time.perf_counter()
rset.get_resource(URI("shop.xmi"))
"""


def process(program, directory):
    """Seconds and megabytes of a program in a process of its own."""
    text = f"import resource, time\n{program}\nseconds = time.perf_counter() - start\n"
    text += "print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    run = subprocess.run(
        [sys.executable, "-c", text], cwd=directory, capture_output=True, text=True, check=True
    )
    return [float(word) for word in run.stdout.split()]


def import_time():
    """Milliseconds that the import adds to the start of the interpreter."""
    program = (
        "import time; a = time.perf_counter(); import pymodelwright; print((time.perf_counter() - a) * 1000)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, check=True) for _ in range(15)
    ]
    return sorted(float(run.stdout) for run in runs)[len(runs) // 2]


def threads(directory):
    """How many times as many documents two threads check as one does in the same time."""
    import pymodelwright as mw

    shop = mw.Metamodel.load(directory / "shop.ecore")
    texts = [document(200_000).encode()] * 60

    def check(text):
        assert not mw.validate_text(text, shop, "xmi")

    def seconds(workers):
        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            start = time.perf_counter()
            list(pool.map(check, texts))
            return time.perf_counter() - start

    return min(seconds(1) for _ in range(5)) / min(seconds(2) for _ in range(5))


def rows(directory):
    """Megabytes of JSON texts in a column that one thread checks in a second."""
    import pyarrow

    import pymodelwright as mw

    line = '{"text": "line %d of the order, with some words about it"}'
    lines = ", ".join(line % at for at in range(4))
    texts = [f'{{"number": "N{at}", "amount": {at % 1000}, "lines": [{lines}]}}' for at in range(100_000)]
    table = pyarrow.table({"text": texts})
    check = mw.RowCheck(mw.Metamodel.load(directory / "shop.ecore"), "Order", "text")
    best = None
    for _ in range(5):
        start = time.perf_counter()
        assert len(check.validate(table)) == 0
        best = min(best or 1e9, time.perf_counter() - start)
    return sum(map(len, texts)) / 1e6 / best, len(texts[0])


def main():
    megabytes = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        (directory / "shop.ecore").write_text(ECORE)
        (directory / "shop.xmi").write_text(document(int(megabytes * 1_000_000)))
        print(f"import: {import_time():.1f} ms (median of 15)")
        ours = [process(OURS, directory) for _ in range(5)]
        seconds, memory = min(ours)[0], min(peak for _, peak in ours)
        print(f"load and validate {megabytes} MB: {seconds:.3f} s, {memory:.0f} MB")
        try:
            theirs = process(THEIRS, directory)
            print(f"PyEcore loads it: {theirs[0]:.2f} s, {theirs[1]:.0f} MB: {theirs[0] / seconds:.0f} times, "
                  f"{theirs[1] / memory:.1f} times the memory")  # fmt: skip
        except subprocess.CalledProcessError as error:
            print("PyEcore:", error.stderr.strip().splitlines()[-1])
        print(f"two threads: {threads(directory):.2f} times one")
        try:
            speed, size = rows(directory)
            print(f"rows of {size} bytes in a column: {speed:.0f} MB/s on one thread")
        except ImportError:
            print("pyarrow is not installed")
        print(f"this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
