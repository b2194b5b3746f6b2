"""The files of the image, as one archive whose bytes follow from the packages alone."""

import io
import re
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from packages import ALONE, Package

USER = 10001
DATA = "var/lib/xign"
# The package has one file for each authority, and its maintainer script makes one file of all.
AUTHORITIES = "usr/share/ca-certificates/"
CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"

# Character sets that nothing here converts, and units of a systemd that is not here.
LEFT_OUT = re.compile(r"(usr/)?lib/(systemd|sysusers\.d|tmpfiles\.d)/|(usr/)?lib/[^/]+/(audit|gconv)/")
# Licenses stay with what they allow to be copied.
LICENSES = re.compile(r"usr/share/doc/[^/]+/copyright|usr/share/common-licenses/.*")
# Scanners know the release by them.
RELEASE = re.compile(r"etc/debian_version|etc/os-release|usr/lib/os-release")

TEXTS = {
    "etc/passwd": f"root:x:0:0:root:/:/\nxign:x:{USER}:{USER}:Xign:/{DATA}:/\n",
    "etc/group": f"root:x:0:\nxign:x:{USER}:\n",
    "etc/nsswitch.conf": "hosts: files dns\n",
}


class Layer:
    """Files by their paths, without a slash at the beginning. Folders above them are made."""

    def __init__(self, packages: list[Package]):
        self.entries: dict[str, tuple[tarfile.TarInfo, bytes]] = {}
        certificates = []
        for package in packages:
            self.put_text(f"var/lib/dpkg/status.d/{package.name}", package.control)
            for path, member, content in files(package.file):
                if path.startswith(AUTHORITIES):
                    certificates.append((path, content))
                elif is_kept(package.name, path):
                    self.put(path, member, content)
        self.put_text(CERTIFICATES, "".join(content.decode() for _, content in sorted(certificates)))
        for path, text in TEXTS.items():
            self.put_text(path, text)
        self.put_folder("tmp", 0o1777)
        self.put_folder(DATA, 0o700, USER)
        # Configuration and keys are in the same folder as the database: there is one volume.
        link = tarfile.TarInfo()
        link.type, link.linkname, link.mode = tarfile.SYMTYPE, f"/{DATA}", 0o777
        self.put("etc/xign", link)

    def put(self, path: str, member: tarfile.TarInfo, content: bytes = b"") -> None:
        entry = tarfile.TarInfo(path)
        entry.type, entry.linkname, entry.mode = member.type, member.linkname, member.mode
        entry.size, entry.uid, entry.gid = len(content), member.uid, member.gid
        self.entries[path] = (entry, content)
        for folder in map(str, PurePosixPath(path).parents):
            if folder != "." and folder not in self.entries:
                self.put_folder(folder, 0o755)

    def put_text(self, path: str, text: str) -> None:
        self.put(path, tarfile.TarInfo(), text.encode())

    def put_folder(self, path: str, mode: int, owner: int = 0) -> None:
        folder = tarfile.TarInfo()
        folder.type, folder.mode, folder.uid, folder.gid = tarfile.DIRTYPE, mode, owner, owner
        self.put(path, folder)

    def archive(self, time: int) -> bytes:
        """The archive, in which all files have one time."""
        out = io.BytesIO()
        # A hard link comes after its file.
        ordered = sorted(self.entries.values(), key=lambda one: (one[0].islnk(), one[0].name))
        with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for entry, content in ordered:
                entry.mtime = time
                archive.addfile(entry, io.BytesIO(content))
        return out.getvalue()


def is_kept(package: str, path: str) -> bool:
    if LICENSES.fullmatch(path):
        return True
    if package in ALONE:
        return bool(RELEASE.fullmatch(path))
    return not path.startswith("usr/share/") and not LEFT_OUT.match(path)


def files(package: Path) -> Iterator[tuple[str, tarfile.TarInfo, bytes]]:
    """The files of a package, without its folders."""
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as unpacked:
        with tarfile.open(fileobj=unpacked.stdout, mode="r|") as archive:
            for member in archive:
                if member.isdir():
                    continue
                if member.islnk():
                    member.linkname = member.linkname.removeprefix("./")
                content = archive.extractfile(member).read() if member.isreg() else b""
                yield member.name.removeprefix("./"), member, content
        # The end of the archive is filled up with zeros, which nobody has read yet.
        unpacked.stdout.read()
    if unpacked.returncode:
        raise subprocess.CalledProcessError(unpacked.returncode, "dpkg-deb")
