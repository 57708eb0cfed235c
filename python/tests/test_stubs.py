"""The type stubs agree with the package."""

import subprocess
import sys

import pytest

# Attributes that only exist as a slot of the class.
ALLOWED = """pymodelwright.Object.__getattr__
pymodelwright.Object.__setattr__
pymodelwright.Object.__delattr__
"""


def test_stubs_agree_with_the_package(tmp_path):
    pytest.importorskip("mypy.stubtest")
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\n")
    (tmp_path / "allowed").write_text(ALLOWED)
    options = [
        "--mypy-config-file",
        "mypy.ini",
        "--allowlist",
        "allowed",
        "--ignore-missing-stub",
        "--ignore-unused-allowlist",
    ]
    run = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", *options, "pymodelwright"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
