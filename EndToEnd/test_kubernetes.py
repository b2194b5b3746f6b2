"""`deploy/kubernetes`: manifests that follow the schemas, and the pod, which Podman runs in the place of a cluster."""

import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import kubernetes_validate
import pytest
import yaml
from stage import runbook
from stage.authenticator import Authenticator
from stage.containers import USER, Containers, image_file, image_name, is_ready
from stage.first_login import MANUAL, Handout, first_login
from stage.postgresql import PostgreSQL
from stage.processes import REPOSITORY, free_port, wait_until

VERSION = "1.37"
MANIFESTS = REPOSITORY / "deploy" / "kubernetes" / "xign.yaml"
COMMAND = "kubectl exec --stdin deployment/xign -- xignin-manager"
# Keeps Secrets as the kubelet mounts them with `defaultMode: 0440` and `fsGroup`, and runs commands in the pod.
KUBECTL = """#!/bin/sh -e
case "$1 $2" in
"create secret")
    install --directory --mode=755 "SECRETS/$4"
    install --owner=0 --group=USER --mode=440 "${5#--from-file=}" "SECRETS/$4"
    ;;
"exec --stdin")
    shift 4
    exec podman exec --interactive "$(podman ps --filter=name=manager --format='{{.Names}}')" "$@"
    ;;
esac
"""


def manifests() -> dict[str, dict]:
    return {item["kind"]: item for item in yaml.safe_load_all(MANIFESTS.read_text())}


@pytest.mark.parametrize("kind", sorted(manifests()))
def test_the_manifests_follow_the_schemas(kind):
    kubernetes_validate.validate(manifests()[kind], VERSION, strict=True)


def test_no_root_key_is_in_a_manifest_and_the_service_links_are_off():
    assert "root-keys" not in MANIFESTS.read_text()
    assert manifests()["Deployment"]["spec"]["template"]["spec"]["enableServiceLinks"] is False


def test_a_disruption_leaves_a_pod_and_the_selectors_are_those_of_the_pods():
    items = manifests()
    labels = items["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert items["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert items["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert items["Service"]["spec"]["selector"] == labels
    assert items["PodDisruptionBudget"]["spec"]["minAvailable"] < items["Deployment"]["spec"]["replicas"]


class Cluster:
    """Podman, which runs one pod of the manifest."""

    def __init__(self, containers: Containers, folder: Path, port: int, server: PostgreSQL):
        """`server` has the database, which operator and pod reach by its socket."""
        self.containers, self.folder, self.port, self.socket = containers, folder, port, server.folder
        self.issuer = f"http://127.0.0.1:{port}"
        self.name = image_name(runbook.text(MANUAL))
        database = re.search(r"/(\w+)\?", server.new_database())[1]
        self.address = f"{database}?host={self.socket}"
        self.secrets = folder / "secrets"
        kubectl = containers.programs / "kubectl"
        kubectl.write_text(runbook.replaced(KUBECTL, {"SECRETS": self.secrets, "USER": USER}))
        kubectl.chmod(0o755)

    def typed(self, block: str) -> str:
        own = {
            "read -rs PASSWORD": "PASSWORD=secret",
            "/media/offline/xign": self.folder / "offline",
            "--file-system /media/offline": f"--file-system {self.folder}",
            "https://login.example.org": self.issuer,
            "--network=host": f"--network=host --volume={self.socket}:{self.socket}",
            "@127.0.0.1/xign?": f"@/{self.address}&",
            "@postgresql/xign": f"@/{self.address}",
        }
        return self.containers.typed(f"cd {self.folder}\n{runbook.replaced(block, own)}")

    def play(self) -> None:
        """Runs the pod. Podman 4.3.1 cannot run a Secret's volume with a mode, so they are folders of this host."""
        deployment = manifests()["Deployment"]
        pod = deployment["spec"]["template"]["spec"]
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        for name in ("configuration", "key"):
            secret = volumes[name].pop("secret")["secretName"]
            volumes[name]["hostPath"] = {"path": str(self.secrets / secret)}
        pod["volumes"].append({"name": "server", "hostPath": {"path": str(self.socket)}})
        (manager,) = pod["containers"]
        manager["volumeMounts"].append({"name": "server", "mountPath": str(self.socket)})
        manager["image"] = self.name
        manager["ports"] = [{"containerPort": self.port, "hostPort": self.port, "hostIP": "127.0.0.1"}]
        deployment["spec"]["replicas"] = 1
        file = self.folder / "pod.yaml"
        file.write_text(yaml.safe_dump(deployment))
        self.containers.podman("play", "kube", file, seconds=120)


@pytest.fixture(scope="module")
def cluster(postgresql) -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="xign-") as folder:
        containers = Containers(Path(folder))
        try:
            cluster = Cluster(containers, containers.folder / "operator", free_port(), postgresql)
            cluster.folder.mkdir()
            containers.load(image_file())
            for block in runbook.blocks(MANUAL, "Kubernetes"):
                cluster.typed(block)
            cluster.play()
            wait_until(lambda: is_ready(cluster.issuer))
            yield cluster
        finally:
            containers.podman("pod", "rm", "--all", "--force", "--time=2")
            containers.close()


def files(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may run containers here")


@needs_root
def test_who_follows_the_manual_logs_in_at_a_pod_and_no_root_key_is_in_it(cluster):
    first_login(Handout.read(cluster.typed, COMMAND), cluster.issuer, Authenticator(cluster.folder / "ada"))
    assert files(cluster.folder / "offline") == {"root-keys.json", "key-encryption-key"}
    assert files(cluster.secrets) == {"xign/manager.yaml", "xign-key/key-encryption-key"}


@needs_root
def test_the_manager_has_moved_to_the_database_of_the_cluster_and_left_the_machine_of_the_operator(cluster):
    assert files(cluster.folder / "xign") == set()
    events = json.loads(cluster.typed(f"{COMMAND} audit list --json"))
    assert "databaseMoved" in {event["event"] for event in events}


@needs_root
def test_a_pod_without_the_key_says_which_file_is_missing(cluster):
    volume = f"--volume={cluster.secrets / 'xign'}:/var/lib/xign:ro"
    variable = "--env=XIGN_KEY_ENCRYPTION_KEY_FILE=/run/xign-key/key-encryption-key"
    server = f"--volume={cluster.socket}:{cluster.socket}"
    refused = cluster.containers.try_podman("run", "--rm", "--network=host", volume, server, variable, cluster.name)
    assert refused.returncode == 78
    assert "/run/xign-key/key-encryption-key" in refused.stderr


@needs_root
def test_metrics_that_others_can_reach_need_a_token(cluster):
    opened = cluster.folder / "opened"
    opened.mkdir()
    file = opened / "manager.yaml"
    file.write_text((cluster.secrets / "xign" / file.name).read_text() + "metrics: 0.0.0.0:9464\n")
    os.chown(file, 0, USER)
    file.chmod(0o440)
    volume = f"--volume={opened}:/var/lib/xign:ro"
    refused = cluster.containers.try_podman("run", "--rm", "--network=host", volume, cluster.name)
    assert refused.returncode == 78
    assert "tokenFile" in refused.stderr
