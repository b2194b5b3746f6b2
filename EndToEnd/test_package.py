"""The packages: their files, and the documents and manual pages that `scripts/install` makes for them."""

import re
import stat
from pathlib import Path

import pytest
from stage import runbook
from stage.installed import PACKAGES, package
from stage.manager import Manager
from stage.processes import REPOSITORY, run, run_or_fail
from stage.runbook import Operator

FOLDERS = "/etc/xign /var/lib/xign /var/backups/xign"
SCRIPT = REPOSITORY / "scripts" / "package_documents.py"
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The folder of documents, with the examples that `scripts/install` puts beside them."""
    folder = tmp_path_factory.mktemp("documents")
    run_or_fail("python3", SCRIPT, "documents", folder)
    for example in (REPOSITORY / "deploy").rglob("*"):
        copy = folder / "examples" / example.relative_to(REPOSITORY / "deploy")
        copy.mkdir(parents=True, exist_ok=True) if example.is_dir() else copy.touch()
    return folder


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("manual")
    run_or_fail("python3", SCRIPT, "manual", folder)
    return folder


def without_code(text: str) -> str:
    text = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    return "\n".join(line for line in text.splitlines() if not line.startswith("    "))


def anchors(document: Path) -> set[str]:
    """The anchors of headings, as GitHub names them."""
    titles = re.findall(r"^#+ (.*)$", without_code(document.read_text()), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_no_link_of_an_installed_document_is_dead(installed):
    dead, count = [], 0
    for document in installed.rglob("*.md"):
        for target in LINK.findall(without_code(document.read_text())):
            if re.match(r"[a-z]+:", target):
                continue
            address, _, heading = target.partition("#")
            meant = (document.parent / address).resolve() if address else document
            count += 1
            if not meant.is_relative_to(installed) or not meant.exists() or heading and heading not in anchors(meant):
                dead.append(f"{document.relative_to(installed)}: {target}")
    assert dead == []
    assert count > 100


def test_the_security_policy_and_the_guides_for_websites_are_installed(installed):
    guides = {path.name for path in (REPOSITORY / "docs" / "integrate").iterdir()}
    assert {path.name for path in (installed / "integrate").iterdir()} == guides
    assert (installed / "SECURITY.md").exists()


@pytest.mark.parametrize("name", ["xignin-manager.yaml", "xignin-manager-declarations"])
def test_a_manual_page_of_a_file_has_no_fault(pages, name):
    checked = run("groff", "-K", "utf8", "-man", "-ww", "-Tutf8", "-z", pages / f"{name}.5")
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "document", "title"),
    [
        ("xignin-manager.yaml", "operations.md", "manager.yaml"),
        ("xignin-manager.yaml", "operations.md", "Limits"),
        ("xignin-manager-declarations", "declarations.md", "Services: how a client talks to the manager"),
        ("xignin-manager-declarations", "declarations.md", "Roles of users"),
        ("xignin-manager-declarations", "declarations.md", "Settings"),
    ],
)
def test_a_manual_page_of_a_file_has_each_key_of_its_document(pages, name, document, title):
    text = (REPOSITORY / "docs" / document).read_text()
    section = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, flags=re.DOTALL | re.MULTILINE)[1]
    keys = re.findall(r"^\| `(\w+)`", section, flags=re.MULTILINE)
    page = (pages / f"{name}.5").read_text().replace("\\-", "-")
    assert f'.SH "{title.upper()}"' in page
    assert keys
    assert [key for key in keys if f"\\fB{key}\\fR" not in page] == []


def test_the_step_that_trusts_the_proxy_can_be_typed_twice(tmp_path):
    manager = Manager(tmp_path)
    manager.start()
    try:
        operator = Operator(manager, tmp_path)
        for _ in range(2):
            operator.follow("The reverse proxy", slice(1))
        lines = (manager.data / "manager.yaml").read_text().splitlines()
        assert [line for line in lines if line.startswith("trustedProxies")] == ["trustedProxies: [127.0.0.1]"]
    finally:
        manager.stop()


def test_the_steps_of_nginx_can_be_typed_twice(tmp_path):
    for folder in ("sites-available", "sites-enabled"):
        (tmp_path / "etc" / "nginx" / folder).mkdir(parents=True)
    (tmp_path / "etc" / "nginx" / "sites-enabled" / "default").touch()
    block = runbook.blocks("docs/operations.md", "nginx")[0]
    block = block.replace("apt-get install nginx", "true").replace("/etc/nginx", f"{tmp_path}/etc/nginx")
    block = block.replace("/usr/share/doc/xignin-manager/examples", str(REPOSITORY / "deploy"))
    for _ in range(2):
        run_or_fail("bash", "-eu", "-c", block)
    assert (tmp_path / "etc" / "nginx" / "sites-enabled" / "xign").read_text()


def test_lintian_finds_no_fault_in_the_packages():
    found = run("lintian", "--fail-on", "error,warning", *sorted(PACKAGES.glob("*.deb")), seconds=120)
    assert found.returncode == 0, found.stdout


def test_make_install_installs_what_the_packages_contain(tmp_path):
    run_or_fail(
        REPOSITORY / "scripts" / "install",
        environment={"DESTDIR": str(tmp_path), "PREFIX": "/usr", "ZSH_FUNCTIONS": "/usr/share/zsh/vendor-completions"},
    )
    made = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if not path.is_dir()}
    packed, modes = set(), {}
    for name in ("xignin-manager", "xign"):
        for line in run_or_fail("dpkg-deb", "--contents", package(name)).splitlines():
            path = line.split()[5].removeprefix("./")
            if path and not path.endswith("/"):
                packed.add(path.removesuffix(".gz"))
                modes[path] = line.split()[0]
    # Debian 12 has units in /lib, and files of its own in the folder of documents.
    packed = {re.sub(r"^lib/", "usr/lib/", path) for path in packed}
    own = {path for path in packed if re.search(r"/doc/[^/]+/(changelog|copyright)$|/lintian/", path)}
    assert packed - own == made
    for path, mode in {"usr/bin/xign": "-rwx--x--x", "usr/bin/xignin-manager": "-rwxr-xr-x"}.items():
        assert modes[path] == stat.filemode((tmp_path / path).stat().st_mode) == mode


def test_a_purge_passes_a_folder_that_is_a_link_to_where_its_contents_are(tmp_path):
    kept, link, empty = tmp_path / "kept", tmp_path / "link", tmp_path / "empty"
    kept.mkdir()
    empty.mkdir()
    link.symlink_to(kept)
    script = (REPOSITORY / "deploy" / "debian" / "xignin-manager.postrm").read_text()
    assert FOLDERS in script
    purged = run("sh", "-c", script.replace(FOLDERS, f"{link} {empty}"), "postrm", "purge")
    assert purged.returncode == 0, purged.stderr
    assert f"kept {link}" in purged.stderr
    assert kept.is_dir()
    assert not empty.exists()
