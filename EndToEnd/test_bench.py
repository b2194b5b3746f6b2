"""The benchmark works before somebody needs its figures."""

import json
from xml.etree import ElementTree

from stage.processes import INSTALLED_PROGRAMS, PROGRAMS, run_or_fail

FIGURES = {
    "cpu_over_floor",
    "cpu_over_server_floor",
    "cpu_ms_per_login",
    "logins_per_second_per_core",
    "p99_ms",
    "p99_ms_at_60_percent",
    "p99_ms_at_fixed_rate",
    "statements_per_login",
    "commits_per_login",
    "throughput_64_over_8",
    "cpu_1m_over_1k",
    "rss_mb",
    "rss_kb_per_page",
    "start_ms",
}


SERVER_FIGURES = {
    "server_cpu_ms_per_login",
    "cpu_ms_per_login",
    "round_trips_per_login",
    "statements_per_login",
    "transactions_per_login",
    "retries_per_login",
    "log_bytes_per_login",
}


def test_a_quick_benchmark_on_postgresql_has_the_work_of_the_server_and_few_repetitions(postgresql, tmp_path):
    report = tmp_path / "bench.json"

    table = run_or_fail(
        PROGRAMS / "bench",
        *("--manager", INSTALLED_PROGRAMS / "xignin-manager", "--quick", "--only", "server"),
        *("--database", postgresql.new_database(), "--folder", tmp_path / "data", "--output", report),
    )

    loads = json.loads(report.read_text())["server"]
    described = [(load.get("rate"), load["new_database"]) for load in loads]
    assert described == [(25, True), (None, True), (25, False), (None, False)]
    for load in loads:
        assert load.keys() >= SERVER_FIGURES
        assert 0 < load["server_cpu_ms_per_login"]
        assert 40 < load["statements_per_login"] < load["round_trips_per_login"]
        assert 0 < load["log_bytes_per_login"]
    assert loads[0]["logins"] >= 480
    # A busy machine has more logins at once, and more of them meet.
    assert loads[0]["retries_per_login"] < 1
    assert "25 a second, new database" in table


def test_a_quick_benchmark_has_every_figure_and_leaves_no_data_behind(tmp_path):
    report, chart, data = tmp_path / "bench.json", tmp_path / "bench.svg", tmp_path / "data"

    table = run_or_fail(
        PROGRAMS / "bench",
        *("--manager", INSTALLED_PROGRAMS / "xignin-manager", "--quick"),
        *("--folder", data, "--output", report, "--chart", chart),
    )

    figures = json.loads(report.read_text())
    assert figures.keys() >= FIGURES | {"machine", "conditions"}
    for name in FIGURES:
        assert 0 < figures[name]["min"] <= figures[name]["median"] <= figures[name]["max"], name
        assert name in table
    assert all(run["logins"] > 0 for run in figures["logins"])
    assert figures["idle"]["open_pages"] == 50
    assert [sorted(run) for run in figures["memory_ns"]] == [["256_kb", "4096_kb", "65536_kb"]]
    assert all(nanoseconds > 0 for run in figures["memory_ns"] for nanoseconds in run.values())
    es256, rs256 = (figures["parts_ns"][f"sign an ID token with {algorithm}"] for algorithm in ("ES256", "RS256"))
    assert 0 < es256 < rs256
    assert ElementTree.parse(chart).getroot().tag.endswith("svg")
    assert not list(data.iterdir())
