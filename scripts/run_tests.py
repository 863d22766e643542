"""Run all tests with the Python that runs this; what failed beside others is tried once more, alone.

python scripts/run_tests.py REPORT.xml [pytest's options]

On busy cores a browser, a database and a cluster may keep a test waiting longer than it is ready to. Such a test is no
proof that anything is broken, but unsteady, and is named as such: look into it. More than a few of them are not tried
again. The report counts each test once, as it came out in the end.
"""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

FEW = 8
FAILED = 1  # pytest's exit code for tests that failed, and nothing worse


def main(report: Path, *options: str) -> int:
    """The exit code of pytest, or of the second try."""
    status = run(report, *options)
    if status != FAILED:
        return status
    again = report.with_name(f"{report.stem}-again.xml")
    failed = failures(ElementTree.parse(report))
    if not 0 < len(failed) <= FEW:
        return status
    print(f"\nfailed beside others, and tried again alone: {', '.join(sorted(failed))}", flush=True)
    status = run(again, "--last-failed", "--last-failed-no-failures=none", *options, "-n0")
    if status not in (0, FAILED):
        return status
    unsteady = failed & passes(ElementTree.parse(again))  # one that was not run again has not passed
    for name in sorted(unsteady):
        print(f"unsteady: {name} failed beside others, and passed alone")
    settle(report, unsteady)
    again.unlink()
    return FAILED if unsteady != failed else 0


def run(report: Path, *options: str) -> int:
    """Run the tests, and write down how they came out."""
    return subprocess.call([sys.executable, "-m", "pytest", f"--junitxml={report}", *options])


def name_of(test: ElementTree.Element) -> str:
    """What a test is called in a report."""
    return f"{test.get('classname')}::{test.get('name')}"


def failures(report: "ElementTree.ElementTree[ElementTree.Element]") -> set[str]:
    """The tests that failed, or could not be run."""
    return {name_of(test) for test in report.iter("testcase") if has_failed(test)}


def passes(report: "ElementTree.ElementTree[ElementTree.Element]") -> set[str]:
    """The tests that were run, and passed."""
    return {name_of(test) for test in report.iter("testcase") if not has_failed(test) and test.find("skipped") is None}


def has_failed(test: ElementTree.Element) -> bool:
    """Has it failed?"""
    return test.find("failure") is not None or test.find("error") is not None


def settle(report: Path, unsteady: set[str]) -> None:
    """Count these as passed, too."""
    tree = ElementTree.parse(report)
    for suite in tree.iter("testsuite"):
        kept = {"failure": 0, "error": 0}
        for test in suite.iter("testcase"):
            for kind in kept:
                for found in test.findall(kind):
                    if name_of(test) in unsteady:
                        test.remove(found)
                    else:
                        kept[kind] += 1
        suite.set("failures", str(kept["failure"]))
        suite.set("errors", str(kept["error"]))
    tree.write(report, "utf-8", xml_declaration=True)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
