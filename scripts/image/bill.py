"""The software bill of materials: what is in the image, in the format of CycloneDX 1.5."""

import platform
from urllib.parse import quote

from packages import Package


def bill(own: Package, packages: list[Package], created: str) -> dict:
    # Scanners compare a package with what Debian has published about it; Debian knows nothing about the manager.
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": created,
            "component": {"type": "container", "name": own.name, "version": own.version},
        },
        "components": [component(package, "xign" if package == own else "debian") for package in packages],
    }


def component(package: Package, namespace: str) -> dict:
    release = platform.freedesktop_os_release()["VERSION_ID"]
    address = f"pkg:deb/{namespace}/{quote(package.name)}@{quote(package.version, safe='')}"
    return {
        "type": "application" if namespace == "xign" else "library",
        "bom-ref": f"{package.name}={package.version}",
        "name": package.name,
        "version": package.version,
        "purl": f"{address}?arch={package['Architecture']}&distro=debian-{release}",
    }
