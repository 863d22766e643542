"""Draw how nets learned, from the JSON files that `casefile train` wrote, as a picture for the documents.

python bench/curves.py "Jack the Ripper=build/ripper.json" … --figure belief --picture docs/images/belief-curve.svg
"""

import argparse
from pathlib import Path

from casefile.arena.curves import curve_picture, read_curve
from casefile.errors import CasefileError


def main() -> None:
    """Read, and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("curves", nargs="+", metavar="LABEL=FILE", help="a curve, and what to call it")
    parser.add_argument("--figure", default="value", metavar="NAME", help="which of its figures (value)")
    parser.add_argument("--picture", type=Path, required=True, metavar="FILE", help="where to draw it, as SVG")
    options = parser.parse_args()
    try:
        curves = {}
        for given in options.curves:
            label, sign, path = given.partition("=")
            if not sign:
                raise CasefileError(f"a curve is LABEL=FILE, not {given}")
            curves[label] = read_curve(Path(path))
        options.picture.write_text(curve_picture(curves, options.figure), "utf-8")
    except CasefileError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
