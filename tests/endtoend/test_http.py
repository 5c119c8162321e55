"""ab and wrk against a server of our own: the numbers are those of the reports, and failures are noticed."""

import functools
import http.server
import threading

import pytest
from endtoend.tools import printed, values

import ahp


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
