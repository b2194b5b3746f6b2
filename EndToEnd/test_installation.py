"""Installation: the Debian packages on a clean machine, from the first command to the purge."""

# Long because: one installed machine, whose boot costs more than most tests.

import re
import shutil
from pathlib import Path

import pytest
from stage import runbook
from stage.installed import INSTALLATION, package
from stage.machine import Machine
from stage.processes import REPOSITORY, run_or_fail

MANUAL = "docs/operations.md"
FOLDERS = "/etc/xign /var/lib/xign /var/backups/xign"
SERVICE = "xignin-manager.service"

# Opens the memory of a program `xign` as another process of its user, and prints whether it can. The dynamic loader
# writes what it does into a pipe that nobody empties: the program stands still before its own first instruction.
OPEN_MEMORY = """
cd "$(mktemp -d)"
mkfifo full
exec 3<>full
LD_DEBUG=all "$1" check >/dev/null 2>&3 3>&- &
until [ "$(cat /proc/$!/comm)" = xign ]; do :; done
if true </proc/$!/mem; then echo opened; else echo refused; fi
kill -KILL $!
"""
ORDINARY = "setpriv --reuid=nobody --regid=nogroup --clear-groups"


@pytest.fixture(scope="module")
def machine(network, tmp_path_factory):
    """A machine with both packages, and nothing done to them yet."""
    with Machine(network, "login", tmp_path_factory.mktemp("installation")) as machine:
        for name in ("xignin-manager", "xign"):
            machine.put(package(name))
        machine.sh(runbook.blocks(INSTALLATION, "Debian's package")[0], seconds=120)
        machine.sh("apt-get install ./xign_*.deb", seconds=120)
        yield machine


def state(machine: Machine) -> str:
    return machine.run(f"systemctl is-active {SERVICE}").stdout.strip()


@pytest.fixture(scope="module")
def before(machine) -> str:
    """The state of the service before its manager is made."""
    machine.sh(f"systemctl restart {SERVICE}")
    return state(machine)


@pytest.fixture(scope="module")
def installed(machine, before) -> Machine:
    """The machine with a manager that runs, as the manual makes it."""
    machine.sh("mkdir -p /media/offline")
    for block in runbook.blocks(INSTALLATION, "Debian's package")[1:]:
        machine.sh(block)
    return machine


def owners(machine: Machine) -> set[str]:
    return set(machine.sh(f"find {FOLDERS} -printf '%u:%g\\n'").split())


def status(machine: Machine) -> dict[str, str]:
    """What the kernel says of the running manager."""
    text = machine.sh(f"cat /proc/$(systemctl show --property MainPID --value {SERVICE})/status")
    return dict(line.split(":\t") for line in text.splitlines() if ":\t" in line)


def test_a_purge_before_there_is_a_manager_leaves_no_folder(machine):
    machine.sh("apt-get purge --yes xignin-manager", seconds=120)
    assert machine.run(f"ls -d {FOLDERS}").stdout == ""
    machine.sh(runbook.blocks(INSTALLATION, "Debian's package")[0], seconds=120)
    assert machine.sh(f"stat --format '%U %a' {FOLDERS}").splitlines() == ["xign 700"] * 3


def test_a_service_without_a_manager_is_not_started_and_has_not_failed(machine, before):
    assert before == "inactive"
    assert machine.run(f"systemctl is-failed {SERVICE}").stdout.strip() == "inactive"


def test_who_follows_the_manual_has_a_manager_that_is_ready(installed):
    assert state(installed) == "active"
    assert installed.sh(f"systemctl is-enabled {SERVICE}").strip() == "enabled"
    assert (
        installed.sh("curl --silent --output /dev/null --write-out '%{http_code}' 127.0.0.1:8080/health/ready") == "200"
    )


def test_a_start_with_a_wrong_configuration_fails_and_the_journal_says_why(installed):
    installed.sh("cp /etc/xign/manager.yaml /root/; echo 'colour: red' >>/etc/xign/manager.yaml")
    assert installed.run(f"systemctl restart {SERVICE}").returncode == 1
    assert "colour" in installed.sh(f"journalctl --sync; journalctl --unit {SERVICE}")
    installed.sh(f"cp /root/manager.yaml /etc/xign/; systemctl start {SERVICE}")
    assert state(installed) == "active"


def test_the_root_keys_are_offline_and_the_other_keys_are_the_users_alone(installed):
    files = installed.sh("cd /etc/xign && stat --format '%n %a %U' . *").splitlines()
    assert files == [". 700 xign", "key-encryption-key 600 xign", "manager.yaml 600 xign"]
    assert installed.sh("stat --format '%a %U' /var/lib/xign /var/lib/xign/manager.sqlite").splitlines() == [
        "700 xign",
        "600 xign",
    ]
    assert b"rootKeys" in installed.read("/media/offline/root-keys.json")


def test_commands_of_root_leave_no_file_of_root_whether_the_manager_runs_or_not(installed):
    declaration = (REPOSITORY / "Examples" / "relying-party-python" / "xign.yaml").read_bytes()
    installed.write("/root/website.yaml", declaration, mode=0o600)
    commands = "xignin-manager apply /root/website.yaml; xignin-manager user add heidi --qr /root/heidi.png >/dev/null"
    installed.sh(f"{commands}; xignin-manager audit export /root/audit.ndjson")
    assert owners(installed) == {"xign:xign"}
    # Without a manager, the command itself creates the write-ahead log, and removes it.
    installed.sh(
        f"systemctl stop {SERVICE}; xignin-manager keys list >/dev/null; xignin-manager user add ivan >/dev/null"
    )
    assert owners(installed) == {"xign:xign"}
    installed.sh(f"systemctl start {SERVICE}")
    named = installed.sh("stat --format '%U %a' /root/audit.ndjson /root/heidi.png").splitlines()
    assert named == ["root 600", "root 600"]


def test_a_server_that_root_starts_gives_up_the_rights_of_root_for_good(installed):
    ready = "curl --silent --fail --retry 20 --retry-connrefused --retry-delay 1 127.0.0.1:8081/health/ready"
    uids = installed.sh(
        f"xignin-manager serve --port 8081 2>/dev/null & {ready} >&2; grep ^Uid /proc/$!/status; kill $!; wait $!"
    )
    assert uids.split()[1:] == [installed.sh("id --user xign").strip()] * 4
    assert owners(installed) == {"xign:xign"}


def test_others_are_told_to_use_sudo(installed):
    refused = installed.run(f"{ORDINARY} xignin-manager user list")
    assert refused.returncode == 78
    assert "sudo" in refused.stderr


def test_the_manager_runs_without_any_right_of_root(installed):
    manager = status(installed)
    user = installed.sh("id --user xign").strip()
    assert manager["Uid"].split() == [user] * 4
    assert manager["CapEff"] == manager["CapBnd"] == "0" * 16
    assert manager["NoNewPrivs"] == "1"
    assert manager["Seccomp"] == "2"


def test_the_manager_has_the_open_files_it_needs_and_dumps_no_core(installed):
    limits = installed.sh(f"cat /proc/$(systemctl show --property MainPID --value {SERVICE})/limits")
    assert re.search(r"Max open files +\d+ +16384 ", limits)
    assert re.search(r"Max core file size +0 +0 ", limits)
    assert "fewOpenFiles" not in installed.sh(f"journalctl --sync; journalctl --unit {SERVICE}")


def test_a_scrape_has_the_start_and_all_resources_though_the_unit_hides_the_system(installed):
    installed.sh("cp --preserve /etc/xign/manager.yaml /root/without-metrics.yaml")
    before = float(installed.sh("date +%s"))
    installed.sh(f"echo 'metrics: unix:/run/xign/metrics.sock' >>/etc/xign/manager.yaml; systemctl restart {SERVICE}")
    scrape = installed.sh("curl --silent --fail --unix-socket /run/xign/metrics.sock http://localhost/metrics")
    values = dict(line.rsplit(" ", 1) for line in scrape.splitlines() if not line.startswith("#"))
    for name in ("cpu_seconds_total", "resident_memory_bytes", "open_fds", "max_fds", "start_time_seconds"):
        assert float(values[f"process_{name}"]) > 0
    assert before - 1 <= float(values["process_start_time_seconds"]) <= before + 60
    for name in ("ready", "database_size_bytes", "database_free_bytes"):
        assert float(values[f"xign_{name}"]) > 0
    installed.sh(f"mv /root/without-metrics.yaml /etc/xign/manager.yaml; systemctl restart {SERVICE}")


def test_systemd_finds_no_fault_in_the_unit_and_little_that_it_may_do(installed):
    assert installed.sh(f"systemd-analyze verify --man=no {SERVICE} 2>&1") == ""
    installed.sh(f"systemd-analyze security --threshold=13 {SERVICE}")


def test_the_timers_are_for_the_operator_to_enable_and_write_where_nobody_else_reads(installed):
    names = [f"xignin-manager-{name}" for name in ("backup", "audit-export", "doctor")]
    for name in names:
        assert installed.run(f"systemctl is-enabled {name}.timer").stdout.strip() == "disabled"
        assert installed.sh(f"systemd-analyze verify --man=no {name}.service {name}.timer 2>&1") == ""
    for block in runbook.blocks(MANUAL, "Timers"):
        installed.sh(block)
    for name in names:
        assert installed.run(f"systemctl is-active {name}.timer").stdout.strip() == "active"
    installed.sh(f"systemctl start {names[0]}.service {names[1]}.service")
    files = installed.sh("cd /var/backups/xign && stat --format '%n %a %U' *").splitlines()
    kinds = [re.sub(r"-[-0-9]+", "", file) for file in files]
    assert {"audit.ndjson 600 xign", "xign.sqlite 600 xign", "xign.sqlite.seal 600 xign"} == set(kinds)
    # The issuer has no proxy yet. The unit has failed, and says why.
    assert installed.run(f"systemctl start {names[2]}.service").returncode != 0
    assert "warning  retention" in installed.sh(f"journalctl --sync; journalctl --unit {names[2]}")


def test_bash_finds_the_completions(installed):
    script = "source /usr/share/bash-completion/completions/{0}; complete -p {0}"
    for program in ("xign", "xignin-manager"):
        assert installed.sh(script.format(program)).endswith(f" {program}\n")


def test_each_program_has_the_version_of_its_package(installed):
    version = installed.sh("dpkg-query --show --showformat='${Version}' xignin-manager").strip()
    version = version.replace("~", "-")  # Debian sorts a beta by the other sign.
    assert installed.sh("xignin-manager --version").strip() == f"xignin-manager {version}"
    assert installed.sh("xign --version").strip() == f"xign {version}"


def test_the_memory_of_xign_is_closed_to_its_user_from_the_first_moment(machine):
    machine.write("/usr/local/bin/open-memory", OPEN_MEMORY)
    opening = f"{ORDINARY} sh /usr/local/bin/open-memory"
    assert machine.sh("stat --format '%U %a' /usr/bin/xign").strip() == "root 711"
    assert machine.sh(f"{opening} /usr/bin/xign 2>/dev/null").strip() == "refused"
    machine.sh("install -D /usr/bin/xign /opt/readable/xign")
    assert machine.sh(f"{opening} /opt/readable/xign").strip() == "opened", (
        "a file that its user can read protects nothing"
    )


def test_xign_works_for_a_user_who_cannot_read_its_file(machine, tmp_path):
    refused = machine.run(f"{ORDINARY} cat /usr/bin/xign")
    assert refused.returncode == 1 and "Permission denied" in refused.stderr
    assert machine.sh(f"{ORDINARY} xign --version").startswith("xign ")
    # It starts itself again, in a sandbox, to read a picture.
    (tmp_path / "cut.jpeg").write_bytes(b"\xff\xd8\xff")
    picture = machine.put(tmp_path / "cut.jpeg", "/usr/local/share")
    machine.sh(f"chmod 644 {picture}")
    read = machine.run(f"{ORDINARY} env HOME=$(mktemp --directory --dry-run) xign activate {picture} --pin-stdin")
    assert "the picture is damaged" in read.stderr


def test_who_installs_without_a_package_has_a_manager_that_is_ready(network, tmp_path):
    sources = tuple(REPOSITORY / name for name in ("scripts", "deploy", "docs", ".build/release"))
    with Machine(network, "plain", tmp_path, read_only=sources) as machine:
        # As `make install` does: without `make`, which builds.
        machine.sh(f"'{REPOSITORY}/scripts/install'", seconds=120)
        assert machine.sh(f"stat --format '%U %a' {FOLDERS}").splitlines() == ["xign 700"] * 3
        machine.sh("mkdir -p /media/offline")
        for block in runbook.blocks(INSTALLATION, "Debian's package")[1:]:
            machine.sh(block)
        assert state(machine) == "active"
        assert "/usr/local/bin/xignin-manager serve" in machine.sh(f"systemctl show --property ExecStart {SERVICE}")
        assert machine.sh("command -v xignin-manager xign").split() == [
            "/usr/local/bin/xignin-manager",
            "/usr/local/bin/xign",
        ]
        manager = status(machine)
        assert manager["Uid"].split() == [machine.sh("id --user xign").strip()] * 4
        assert manager["CapEff"] == manager["CapBnd"] == "0" * 16
        assert machine.sh(f"systemd-analyze verify --man=no {SERVICE} 2>&1") == ""


def newer(folder: Path) -> Path:
    """The package of the manager with a higher version."""
    run_or_fail("dpkg-deb", "--raw-extract", package("xignin-manager"), folder / "newer")
    control = folder / "newer" / "DEBIAN" / "control"
    control.write_text(re.sub(r"^Version: .*$", "Version: 99", control.read_text(), flags=re.MULTILINE))
    built = folder / "xignin-manager_99.deb"
    run_or_fail("dpkg-deb", "--root-owner-group", "-Znone", "--build", folder / "newer", built)
    shutil.rmtree(folder / "newer")
    return built


def test_an_upgrade_starts_the_new_program_and_a_purge_keeps_what_nobody_can_make_again(installed, tmp_path):
    former = installed.sh(f"systemctl show --property MainPID --value {SERVICE}")
    digests = "sha256sum /etc/xign/*"
    keys = installed.sh(digests)
    installed.sh("mkdir --parents /media/backup former; mv xignin-manager_*.deb former/")
    installed.put(newer(tmp_path))
    for block in runbook.blocks(MANUAL, "Upgrades"):
        installed.sh(block, seconds=120)
    installed.sh("ls /media/backup/before-upgrade-*.sqlite")
    assert installed.sh("dpkg-query --show --showformat='${Version}' xignin-manager") == "99"
    assert state(installed) == "active"
    assert installed.sh(f"systemctl show --property MainPID --value {SERVICE}") != former

    installed.sh("apt-get remove --yes xignin-manager", seconds=120)
    assert state(installed) == "inactive"
    assert installed.sh(digests) == keys

    purged = installed.run("dpkg --purge xignin-manager")
    assert purged.returncode == 0
    assert "kept /etc/xign" in purged.stderr
    assert installed.sh(digests) == keys
    assert installed.sh("stat --format %s /var/lib/xign/manager.sqlite") != "0\n"

    installed.sh(
        f"dpkg --install /root/former/{package('xignin-manager').name}; systemctl start {SERVICE}", seconds=120
    )
    assert state(installed) == "active"
    assert installed.run("xignin-manager user show heidi").returncode == 0
