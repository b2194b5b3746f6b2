"""The commands of the units that timers of the package start, beside a manager."""

import re
import shlex
import stat
from pathlib import Path

import pytest
from stage.manager import PROGRAM
from stage.processes import REPOSITORY, run
from stage.scene import Scene

UNITS = REPOSITORY / "deploy" / "systemd"
NAMES = ("backup", "audit-export", "doctor")


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("timers")) as scene:
        yield scene


def unit(name: str, kind: str = "service") -> str:
    return (UNITS / f"xignin-manager-{name}.{kind}").read_text()


def commands(name: str, scene: Scene, folder: Path) -> list[list[str]]:
    """The command lines of a unit as systemd runs them, with the manager and the folder of this test."""
    lines = re.findall(r"^Exec\w+=(.*)$", unit(name), flags=re.MULTILINE)
    places = {
        "$$": "$",
        "%%": "%",
        "/var/backups/xign": str(folder),
        "/usr/bin/xignin-manager": f"{PROGRAM} --data {scene.manager.data}",
        "$DOCTOR_OPTIONS": "",
    }
    for place, own in places.items():
        lines = [line.replace(place, own) for line in lines]
    return [shlex.split(line) for line in lines]


def start(name: str, scene: Scene, folder: Path) -> int:
    """Runs the commands until one fails, as systemd does. Returns the last status."""
    for command in commands(name, scene, folder):
        status = run(*command).returncode
        if status != 0:
            break
    return status


@pytest.mark.parametrize(
    ("name", "kept", "pattern"), [("backup", 30, "xign-{}.sqlite"), ("audit-export", 24, "audit-{}.ndjson")]
)
def test_a_timer_writes_a_file_and_keeps_the_newest_ones(scene, tmp_path, name, kept, pattern):
    old = [tmp_path / pattern.format(f"19{year}-01-01-000000") for year in range(10, 50)]
    for file in old:
        file.touch()
        Path(f"{file}.seal").touch()
    (tmp_path / "kept-by-the-operator").touch()
    assert start(name, scene, tmp_path) == 0
    found = sorted(path.name for path in tmp_path.glob(pattern.format("*")))
    assert len(found) == kept
    assert found[:-1] == [path.name for path in old[1 - kept :]]
    assert stat.S_IMODE((tmp_path / found[-1]).stat().st_mode) == 0o600
    assert (tmp_path / "kept-by-the-operator").exists()
    if name == "backup":
        assert (tmp_path / f"{found[-1]}.seal").stat().st_size > 0
        assert len(list(tmp_path.glob("*.seal"))) == kept


def test_a_backup_that_fails_removes_none(scene, tmp_path):
    for year in range(10, 50):
        (tmp_path / f"xign-19{year}-01-01-000000.sqlite").touch()
    key = scene.manager.data / "key-encryption-key"
    key.rename(tmp_path / "key")
    try:
        assert start("backup", scene, tmp_path) != 0
    finally:
        (tmp_path / "key").rename(key)
    assert len(list(tmp_path.glob("xign-*.sqlite"))) == 40


def test_a_warning_of_doctor_fails_its_unit(scene, tmp_path):
    assert start("doctor", scene, tmp_path) in (1, 2)


def test_systemd_finds_no_fault_in_the_units_and_little_that_they_may_do(tmp_path):
    for name in NAMES:
        for kind in ("service", "timer"):
            copy = unit(name, kind).replace("/usr/bin/xignin-manager", str(PROGRAM))
            (tmp_path / f"xignin-manager-{name}.{kind}").write_text(copy)
        service = tmp_path / f"xignin-manager-{name}.service"
        found = run("systemd-analyze", "verify", "--man=no", service, service.with_suffix(".timer"))
        assert "xignin-manager" not in found.stdout + found.stderr
        judged = run("systemd-analyze", "security", "--offline=true", "--threshold=16", service)
        assert judged.returncode == 0, judged.stdout[-200:]


@pytest.mark.parametrize("name", NAMES)
def test_a_unit_is_as_hardened_as_the_service(name):
    def settings(text: str) -> set[str]:
        return set(
            re.findall(r"^((?:Protect|Private|Restrict|NoNew|Cap|Ambient|System|Memory|Lock|Keyring).*)$", text, re.M)
        )

    service = settings((UNITS / "xignin-manager.service").read_text())
    missing = service - settings(unit(name))
    # The check of the clock reads its state.
    assert missing == ({"ProtectClock=yes"} if name == "doctor" else set())
