"""The tests catch planted faults. `make mutants` plants all faults, this file only a few."""

from pathlib import Path

import pytest

from ...each import each
from .fault import Fault
from .faults import FAULTS, QUICK
from .source_copy import ROOT, SourceCopy, TextMoved, planted

BY_NAME = {fault.name: fault for fault in FAULTS}


@pytest.fixture(scope="module")
def source_copy(tmp_path_factory: pytest.TempPathFactory) -> SourceCopy:
    return SourceCopy(tmp_path_factory.mktemp("mutants") / "sources")


@each("fault", FAULTS, ids=lambda fault: fault.name)
def test_each_fault_still_applies_to_the_source(fault: Fault) -> None:
    source = (ROOT / fault.file).read_text(encoding="utf-8")
    assert planted(fault, source) != source
    compile(planted(fault, source), fault.file, "exec")


def test_fault_names_are_unique() -> None:
    assert len(BY_NAME) == len(FAULTS) >= 25


def test_a_fault_that_no_longer_applies_is_reported() -> None:
    with pytest.raises(TextMoved):
        planted(FAULTS[0], "something else\n")


@pytest.mark.parametrize("name", QUICK)
def test_a_planted_fault_is_caught(name: str, source_copy: SourceCopy) -> None:
    verdict = source_copy.run_with(BY_NAME[name])
    assert verdict.failed_test is not None, verdict.output


def test_the_tests_of_all_faults_exist() -> None:
    for fault in FAULTS:
        for test in fault.tests:
            assert Path(ROOT, test.partition("::")[0]).is_file(), test
