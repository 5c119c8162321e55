"""hyperfine, lzbench, ab and wrk, run for a moment: what they wrote is what is read, and failures are noticed."""

import csv
import functools
import http.server
import json
import statistics
import threading

import pytest
from endtoend.tools import kept, output, printed, values

import ahp


@pytest.fixture(scope="module")
def exports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hyperfine")
    output(
        *["hyperfine", "-N", "--runs", "4", "--warmup", "1", "--style", "basic"],
        *("--export-json", folder / "h.json", "--export-csv", folder / "h.csv"),
        *("--command-name", "short", "sleep 0.02", "--command-name", "long", "sleep 0.05"),
    )
    return folder


def test_each_run_is_read_from_json(exports):
    frame = kept(ahp.read(exports / "h.json"))
    for result in json.loads((exports / "h.json").read_text())["results"]:
        runs = frame[frame.alternative == result["command"]]
        assert runs.value.tolist() == result["times"]
        assert runs.run.tolist() == ["1", "2", "3", "4"]
        assert statistics.mean(runs.value) == pytest.approx(result["mean"])


def test_the_mean_is_read_from_csv(exports):
    frame = kept(ahp.read(exports / "h.csv")).set_index("alternative")
    with (exports / "h.csv").open() as lines:
        for row in csv.DictReader(lines):
            assert frame.value[row["command"]] == float(row["mean"])
    assert 0.02 <= frame.value["short"] < 0.05 <= frame.value["long"]


def test_runs_that_failed_are_refused_or_left_out(tmp_path):
    output(
        *["hyperfine", "-i", "-N", "--runs", "3", "--style", "basic"],
        *("--export-json", tmp_path / "h.json", "--command-name", "good", "sleep 0.01"),
        *("--command-name", "bad", "false"),
    )
    with pytest.raises(ahp.FailedRunError, match="bad failed in run 1: exit code 1"):
        ahp.read(tmp_path / "h.json")
    kept = ahp.read(tmp_path / "h.json", failed="drop")
    assert kept.alternatives("default") == ("good",)
    assert len([warning for warning in kept.warnings if "bad failed in run" in warning]) == 3


@pytest.fixture(scope="module")
def table(tmp_path_factory, root):
    folder = tmp_path_factory.mktemp("lzbench")
    (folder / "text").write_bytes(
        b"".join(path.read_bytes() for path in sorted(root.glob("docs/*/*.md"))) * 4
    )
    printed("lzbench", "-t0,0", "-i1,1", "-o4", "-ememcpy/zstd,1/nosuch", folder / "text", into=folder / "o4")
    return folder


def test_the_sizes_are_those_of_the_file(table):
    size = (table / "text").stat().st_size
    frame = kept(ahp.read(table / "o4", failed="drop"))
    original = frame[frame.measure == "original_bytes"]
    assert set(original.value) == {size}
    stored = frame[frame.measure == "stored_bytes"].set_index("alternative").value
    assert stored["memcpy"] == size
    assert any(name.startswith("zstd") and value < size / 2 for name, value in stored.items())


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("www")
    (folder / "page").write_text("hello\n")
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{serving.server_address[1]}"
        serving.shutdown()
        thread.join()


def after(text, words):
    return float(next(line for line in text.splitlines() if line.startswith(words)).split(":")[1].split()[0])


def test_the_report_and_the_exports_of_ab_agree(server, tmp_path):
    served, requests = tmp_path / "served.csv", tmp_path / "requests.tsv"
    asked = ["ab", "-q", "-n", "200", "-c", "2", "-e", served, "-g", requests]
    report = printed(*asked, f"{server}/page", into=tmp_path / "ab.txt")
    text = report.read_text()
    found = values(f"x={report}")
    assert found["", "throughput"] == after(text, "Requests per second")
    assert found["", "throughput"] == pytest.approx(200 / after(text, "Time taken for tests"), rel=0.01)
    exact, whole = values(f"x={served}"), values(f"x={requests}")
    assert exact["", "response_time_max"] == pytest.approx(found["", "response_time_max"], abs=1)
    lines = requests.read_text().splitlines()[1:]
    times = sorted(int(line.split("\t")[4]) for line in lines)
    assert len(times) == 200
    assert whole["", "response_time_max"] == times[-1]
    assert whole["", "response_time_mean"] == pytest.approx(sum(times) / 200)


def test_wrk_reports_its_requests_by_its_seconds(server, tmp_path):
    report = printed(*["wrk", "-t1", "-c2", "-d1s", "--latency"], f"{server}/page", into=tmp_path / "wrk.txt")
    done = next(line.split() for line in report.read_text().splitlines() if " requests in " in line)
    found = values(f"x={report}")
    assert found["", "throughput"] == pytest.approx(int(done[0]) / float(done[3].rstrip("s,")), rel=0.01)
    assert found["", "response_time_p50"] <= found["", "response_time_p99"] <= found["", "response_time_max"]


@pytest.mark.parametrize("tool", ["ab -q -n 50 -c 1", "wrk -t1 -c1 -d1s"])
def test_a_run_of_errors_is_a_failed_run(server, tmp_path, tool):
    report = printed(*tool.split(), f"{server}/nowhere", into=tmp_path / "report.txt")
    with pytest.raises(ahp.FailedRunError, match="errors on"):
        ahp.read(f"x={report}")
