"""Makes an OCI image of the manager from its Debian package, and from those of Debian that it needs.

    scripts/image                      # after make deb; into .build/image
    scripts/image --packages FOLDER    # from Debian's packages in a folder, without a network

No maintainer script runs. The image has no shell, no package manager and no other program than the manager. The same
packages and the same toolchain make the same bytes, wherever this repository is: a label lists both.
"""

import argparse
import json
import shutil
import subprocess
import zlib
from datetime import UTC, datetime
from pathlib import Path

from bill import bill
from layer import USER, Layer
from oci import Image
from packages import Package, download, output, packages

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes an OCI image of the manager from its Debian package.")
    parser.add_argument("--package", type=Path, help="the manager's package, instead of that in .build/deb")
    parser.add_argument("--packages", type=Path, help="a folder with Debian's packages, which are then not downloaded")
    parser.add_argument("--into", type=Path, default=ROOT / ".build" / "image", help="the folder of image and SBOM")
    given = parser.parse_args()

    own = Package.read(given.package or built())
    if not given.packages:
        shutil.rmtree(given.into, ignore_errors=True)
        download(own, given.into / "packages")
    given.into.mkdir(parents=True, exist_ok=True)
    found = packages(own, given.packages or given.into / "packages")

    # As dpkg-buildpackage has it for the files of the package.
    time = int(output("dpkg-parsechangelog", "--file", ROOT / "deploy/debian/changelog", "--show-field", "Timestamp"))
    created = datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    image = Image(
        Layer(found).archive(time),
        config=configuration(own, found),
        architecture=own["Architecture"],
        created=created,
    )
    stem = f"{own.name}_{own.version}_{own['Architecture']}"
    image.write(given.into / f"{stem}.tar", f"localhost/{own.name}:{own.version.replace('~', '-')}", time)
    (given.into / f"{stem}.cdx.json").write_text(json.dumps(bill(own, found, created), indent=2) + "\n")
    print(f"{given.into / stem}.tar {image.digest}")


def built() -> Path:
    found = list((ROOT / ".build" / "deb").glob("xignin-manager_*.deb"))
    if len(found) != 1:
        raise SystemExit("There is no package of the manager in .build/deb: run make deb first.")
    return found[0]


def configuration(own: Package, found: list[Package]) -> dict:
    return {
        "User": f"{USER}:{USER}",
        "Env": ["PATH=/usr/bin"],
        "Entrypoint": ["/usr/bin/xignin-manager"],
        # The container's network is its own, so all addresses are those that a port is published from.
        "Cmd": ["serve", "--host", "0.0.0.0"],
        "ExposedPorts": {"8080/tcp": {}},
        # Not the data folder: a name without a folder, such as one for the root keys, must not lead to the volume.
        "WorkingDir": "/",
        "StopSignal": "SIGTERM",
        "Labels": {
            "org.opencontainers.image.title": own.name,
            "org.opencontainers.image.version": own.version,
            "org.opencontainers.image.description": own.summary,
            "org.opencontainers.image.licenses": "MIT",
            "org.xign.packages": " ".join(f"{package.name}={package.version}" for package in found),
            "org.xign.toolchain": f"{swift_version()}, zlib {zlib.ZLIB_RUNTIME_VERSION}",
        },
    }


def swift_version() -> str:
    return subprocess.run(["swift", "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]


if __name__ == "__main__":
    main()
