"""What a page costs beside the text: as a ratio, and for the largest promised its size and time."""

import time

from benchmarks.timing import ratio_of_processes, report
from report.html.pages_of import large

import ahp

_BOTH_AND_MATPLOTLIB = (
    "import subprocess, sys\n"
    "for command in (['-m', 'ahp.cli.rank', sys.argv[1]], ['-m', 'ahp.cli.rank', sys.argv[1]],\n"
    "                ['-c', 'import matplotlib.figure, matplotlib.backends.backend_svg']):\n"
    "    subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)\n"
)


# It was 0.85 before the text became a third faster; the page did not become slower.
def test_a_page_takes_about_two_texts_and_matplotlib(root):
    table = str(root / "examples" / "zfs_oltp.csv")
    ours = ["-m", "ahp.cli.rank", table, "--format", "html"]
    ratio = ratio_of_processes(ours, ["-c", _BOTH_AND_MATPLOTLIB, table], limit=1.25, rounds=3)
    report("ahp-rank examples/zfs_oltp.csv --format html / (2 × text + import matplotlib)", ratio, 1.25)


def test_thirty_by_twelve_by_ten_stays_under_three_megabytes(tmp_path):
    document = large(tmp_path)
    start = time.perf_counter()
    page = ahp.report.render(document, "html")
    seconds = time.perf_counter() - start
    size = len(page.encode()) / 1e6
    report(f"MB of the page of 30 × 12 × 10, rendered in {seconds:.1f} s", size, 3.0)
    assert page.count("CR = 0.0000") == 120  # and nothing is missing in it
