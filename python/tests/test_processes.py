"""Pickling, threads, interrupts, and faults of the library."""

import concurrent.futures
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import time

import pymodelwright as mw
import pytest


def test_a_pickled_metamodel_is_its_text(examples, library, tmp_path):
    metamodel = mw.Metamodel.load(examples / "library" / "library.pp")
    data = pickle.dumps(metamodel)
    assert (examples / "library" / "library.pp").read_bytes() in data
    again = pickle.loads(data)
    assert [c.name for c in again.classes] == [c.name for c in metamodel.classes]
    model = mw.Model.load(examples / "library" / "books.yaml", again)
    assert model.roots[0].items[0].code == "B1"


def test_another_process_needs_no_file_of_the_metamodel(tmp_path, examples):
    path = tmp_path / "library.pp"
    path.write_bytes((examples / "library" / "library.pp").read_bytes())
    data = pickle.dumps(mw.Metamodel.load(path))
    path.unlink()
    program = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read())['Book'].qualified_name)"
    run = subprocess.run(
        [sys.executable, "-c", program], input=data, capture_output=True, cwd="/", check=True
    )
    assert run.stdout.decode().strip() == "library.Book"


def test_what_is_part_of_a_model_cannot_be_pickled(books):
    for value in [books, books.roots, books.roots[0], books.metamodel]:
        with pytest.raises(TypeError):
            pickle.dumps(value)


def test_threads_share_a_metamodel_and_a_model(examples, library, books):
    path = examples / "library" / "books.xmi"

    def work(number):
        model = mw.Model.load(path, library)
        model.roots[0].name = str(number)
        books.roots[0].name = str(number)
        assert not books.validate() and not model.validate()
        return model.to_text("json"), len(list(books.walk()))

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, range(200)))
    assert len({text for text, _ in results}) == 200 and {count for _, count in results} == {7}


def test_other_threads_run_while_the_library_works(library):
    text = large(library, 60_000)
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(None)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    mw.validate_text(text, library, "json")
    done.set()
    thread.join()
    assert len(ticks) > 5


def large(library, count):
    book = '{"$type": "Book", "code": "%d", "title": "t", "authors": ["//@authors.0"]}'
    books = ",".join(book % number for number in range(count))
    head = '{"$model": "urn:example:library:1", "$type": "Library", "name": "n", "authors": [{"name": "a"}], "items": ['
    return f"{head}{books}]}}"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")
@pytest.mark.parametrize(
    "call", ["mw.validate_text(text, library, 'json')", "mw.Model.from_text(text, library, 'json')"]
)
def test_an_interrupt_ends_a_long_call(call, examples, tmp_path):
    program = tmp_path / "long.py"
    program.write_text(
        textwrap.dedent(f"""
        import os, signal, sys, threading, time
        sys.path.insert(0, {os.path.dirname(__file__)!r})
        import pymodelwright as mw
        from test_processes import large

        library = mw.Metamodel.load({str(examples / "library" / "library.pp")!r})
        text = large(library, 1_500_000)
        sent = []

        def interrupt():
            time.sleep(0.15)
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt, daemon=True).start()
        try:
            {call}
            print("done")
        except KeyboardInterrupt:
            print(time.perf_counter() - sent[0])
        sys.stdout.flush()
        os._exit(0)
        """)
    )
    run = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() != "done", "the call was too short to be interrupted"
    assert float(run.stdout) < 0.1


def test_a_fault_is_an_ordinary_exception():
    from pymodelwright import _native

    with pytest.raises(RuntimeError, match=r"src/run.rs:\d+: a fault \(this is a fault of modelwright"):
        _native._panic("a fault")


def test_a_model_can_be_edited_while_another_thread_checks_it(library):
    model = mw.Model.from_text(large(library, 20_000), library, "json")
    stop = threading.Event()
    failures = []

    def check():
        while not stop.is_set():
            failures.extend(model.validate())

    thread = threading.Thread(target=check)
    thread.start()
    for number in range(50):
        model.roots[0].name = f"name {number}"
        assert model.roots[0].items[number].code == str(number)
    stop.set()
    thread.join()
    assert not failures and model.roots[0].name == "name 49"


def test_a_pickled_metamodel_needs_no_current_directory(tmp_path, monkeypatch):
    (tmp_path / "cars.pp").write_text(
        "package cars { uri => 'urn:cars' }\ntype Car { attr name, String { min => 1 } }"
    )
    monkeypatch.chdir(tmp_path)
    pickled = [
        pickle.dumps(mw.Metamodel.load("cars.pp")),
        pickle.dumps(mw.Metamodel.from_text((tmp_path / "cars.pp").read_text(), "pp")),
    ]
    (tmp_path / "cars.pp").unlink()
    monkeypatch.chdir("/")
    for data in pickled:
        assert [c.name for c in pickle.loads(data).classes] == ["Car"]


def test_records_are_checked_one_by_one(tmp_path, library):
    rows = tmp_path / "authors.jsonl"
    rows.write_text('{"name": "A", "$id": "x"}\n{"name": "B", "$id": "x"}\n{"nam": "C"}\n')
    found = mw.validate(rows, metamodel=library, root_class="Author")
    assert {(problem.line, problem.code) for problem in found} == {(3, "MW0107")}
