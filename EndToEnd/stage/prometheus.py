"""A Prometheus that scrapes a manager, and its tool `promtool`."""

from pathlib import Path

import requests

from .processes import Process, free_port, run

CONFIGURATION = """
global: {{scrape_interval: 3s, evaluation_interval: 1s}}
rule_files: [{rules}]
scrape_configs:
  - job_name: xign
    static_configs: [{{targets: ["{target}"]}}]
"""


class Prometheus:
    """A server that scrapes one manager every three seconds, until `stop`."""

    def __init__(self, folder: Path, target: str, rules: Path):
        self.url = f"http://127.0.0.1:{free_port()}"
        configuration = folder / "prometheus.yml"
        configuration.write_text(CONFIGURATION.format(target=target, rules=rules))
        self.process = Process(
            [
                "prometheus",
                f"--config.file={configuration}",
                f"--storage.tsdb.path={folder / 'prometheus'}",
                f"--web.listen-address={self.url.removeprefix('http://')}",
            ],
            folder / "prometheus.log",
        )
        self.process.wait_until(self.has_scraped)

    def has_scraped(self) -> bool:
        try:
            return self.value("up") == 1
        except requests.RequestException:
            return False

    def get(self, path: str, **parameters: str) -> dict | list:
        answer = requests.get(f"{self.url}/api/v1/{path}", params=parameters, timeout=10).json()
        return answer.get("data", {})

    def value(self, expression: str) -> float | None:
        """The value of an expression with one result; None where it has none yet."""
        results = self.get("query", query=expression).get("result", [])
        return float(results[0]["value"][1]) if len(results) == 1 else None

    def rules(self) -> list[dict]:
        return [rule for group in self.get("rules").get("groups", []) for rule in group["rules"]]

    def stop(self) -> None:
        self.process.stop()


def promtool(*arguments, input: str | None = None) -> tuple[int, str]:
    """Runs `promtool`. Returns its exit status and its whole output."""
    finished = run("promtool", *arguments, input=input)
    return finished.returncode, finished.stdout + finished.stderr
