"""What the tests share: the examples of the repository, and a metamodel of our own."""

import os
import pathlib

import pymodelwright as mw
import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("MODELWRIGHT_SHARED", REPOSITORY.parent / "shared"))


@pytest.fixture(scope="session")
def examples():
    return REPOSITORY / "examples"


@pytest.fixture(scope="session")
def corpus():
    path = SHARED / "corpus"
    if not path.is_dir():
        pytest.skip("the corpus is not there")
    return path


@pytest.fixture(scope="session")
def library(examples):
    return mw.Metamodel.load(examples / "library" / "library.pp")


@pytest.fixture
def books(examples, library):
    return mw.Model.load(examples / "library" / "books.xmi", library)
