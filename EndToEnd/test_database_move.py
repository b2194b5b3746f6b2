"""A manager moves from SQLite to PostgreSQL and back, by the real program, while devices and websites go on."""

import json

import pytest
from stage.manager import PROGRAM
from stage.processes import run
from stage.scene import Scene

REFUSED, USAGE = 78, 64


@pytest.fixture
def scene(tmp_path):
    with Scene(tmp_path) as scene:
        yield scene


def use(manager, database: str) -> None:
    """Writes the new address into the configuration, and starts the manager, as the command says."""
    manager.configure(f"database: {json.dumps(database)}")
    manager.start()


def test_a_manager_moves_to_postgresql_and_back_and_nothing_ends(scene, postgresql, tmp_path):
    manager, url = scene.manager, postgresql.new_database()
    scene.log_in(scene.ada)
    running = manager.try_command("database", "move", "--to", url)
    assert running.returncode == REFUSED and "manager.databaseInUse" in running.stderr, running.stderr
    scene.log_in(scene.ada)

    manager.stop()
    moved = manager.command("database", "move", "--to", url)
    assert f"database: '{url}'" in moved and "Never restore a backup of the former one" in moved
    for command in (
        ("serve", "--port", "0"),
        ("user", "list"),
        ("backup", tmp_path / "backup"),
        ("audit", "verify"),
        ("database", "move", "--to", tmp_path / "other"),
        ("init", "--issuer", manager.issuer),
    ):
        refused = run(PROGRAM, *command, "--data", manager.data)
        assert refused.returncode == REFUSED, (command, refused.stderr)
        assert "manager.databaseMoved" in refused.stderr and url in refused.stderr, (command, refused.stderr)
    examined = manager.try_command("doctor", "--offline")
    assert url in examined.stdout + examined.stderr
    again = json.loads(manager.command("database", "move", "--to", url, "--json"))
    assert again == {"database": url, "moved": True}

    use(manager, url)
    scene.log_in(scene.ada)
    manager.stop()
    file = tmp_path / "back.sqlite"
    back = json.loads(manager.command("database", "move", "--to", file, "--json"))
    assert back["moved"] and back["database"] == str(file) and back["rows"] > 50
    use(manager, str(file))
    scene.log_in(scene.ada)
    assert manager.try_command("audit", "verify").returncode == 0
    assert [event["event"] for event in manager.audit()].count("databaseMoved") == 2


def test_a_move_that_cannot_be_done_says_what_to_do_and_leaves_the_database_as_it_was(scene, postgresql, tmp_path):
    manager = scene.manager
    manager.stop()
    filled = tmp_path / "filled"
    filled.write_text("something else")
    for target, code in (
        ("postgresql://xign:s3cret@db.example.org/xign", "moveTarget"),
        (filled, "notADatabase"),
        (manager.data / "manager.sqlite", "moveTarget"),
    ):
        refused = manager.try_command("database", "move", "--to", target)
        assert refused.returncode in (REFUSED, 69) and code in refused.stderr, refused.stderr
        assert "s3cret" not in refused.stderr
    away = manager.try_command("database", "move", "--to", f"postgresql:///none?host={tmp_path}")
    assert away.returncode == 69 and "storage.unavailable" in away.stderr
    nothing = manager.try_command("database", "move")
    assert nothing.returncode == USAGE and "--to URL|FILE" in nothing.stderr
    assert json.loads(manager.command("database", "move", "--abort", "--json")) == {"moved": False}
    assert filled.read_text() == "something else"
    manager.start()
    scene.log_in(scene.ada)
