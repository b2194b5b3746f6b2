"""The packages in the image: the manager's, and those of Debian that it needs."""

import email
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path("/etc/apt/sources.list.d/debian.sources")

# Nobody starts services in a container.
WITHOUT = {"systemd"}

# Packages that come without what they depend on: the image has a few of their files.
ALONE = ("base-files", "ca-certificates")


@dataclass(frozen=True)
class Package:
    file: Path
    control: str
    """The fields, as dpkg has them."""

    @classmethod
    def read(cls, file: Path) -> "Package":
        return cls(file, output("dpkg-deb", "--field", file))

    def __getitem__(self, field: str) -> str:
        """A field; empty where it is missing. Its lines are one."""
        return " ".join((email.message_from_string(self.control)[field] or "").split())

    @property
    def name(self) -> str:
        return self["Package"]

    @property
    def version(self) -> str:
        return self["Version"]

    @property
    def summary(self) -> str:
        """The first line of the description."""
        return email.message_from_string(self.control)["Description"].splitlines()[0]

    @property
    def needs(self) -> set[str]:
        """The packages that this one depends on or recommends. The first of alternatives counts."""
        fields = ", ".join(text for text in (self["Depends"], self["Recommends"]) if text)
        return {one.split("|")[0].split("(")[0].strip() for one in fields.split(",")} - WITHOUT


def output(*command) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def download(package: Package, folder: Path) -> None:
    """Downloads what a package needs, and what that depends on, into `folder`/archives."""
    folder.mkdir(parents=True)
    names = sorted(package.needs - set(ALONE))
    # Of the release on which the package was built.
    suite = platform.freedesktop_os_release()["VERSION_CODENAME"]
    alone = f'cd "$1/var/cache/apt/archives" && APT_CONFIG="$MMDEBSTRAP_APT_CONFIG" apt-get download {" ".join(ALONE)}'
    subprocess.run(
        [
            "mmdebstrap",
            "--quiet",
            "--variant=extract",
            "--format=null",
            f"--include={','.join(names)}",
            f"--extract-hook={alone}",
            f"--extract-hook=copy-out /var/cache/apt/archives {folder}",
            suite,
            "/dev/null",
            *([SOURCES] if SOURCES.exists() else []),
        ],
        check=True,
    )


def packages(own: Package, folder: Path) -> list[Package]:
    """The manager's package with those that were downloaded, by their names."""
    found = [own, *(Package.read(file) for file in folder.rglob("*.deb"))]
    return sorted(found, key=lambda package: package.name)
