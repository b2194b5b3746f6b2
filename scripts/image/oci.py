"""An image of one layer, in the format of the Open Container Initiative (image-spec, version 1.1)."""

import gzip
import hashlib
import io
import json
import tarfile
from pathlib import Path

MANIFEST = "application/vnd.oci.image.manifest.v1+json"
CONFIGURATION = "application/vnd.oci.image.config.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
INDEX = "application/vnd.oci.image.index.v1+json"


def digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def encoded(value: dict) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


class Image:
    def __init__(self, layer: bytes, *, config: dict, architecture: str, created: str):
        """`layer` is a tar archive, `config` what a runtime does with it, `created` a time by RFC 3339."""
        self.blobs: dict[str, bytes] = {}
        configuration = {
            "created": created,
            "architecture": architecture,
            "os": "linux",
            "config": config,
            "rootfs": {"type": "layers", "diff_ids": [digest(layer)]},
            "history": [{"created": created, "created_by": "scripts/image"}],
        }
        manifest = {
            "schemaVersion": 2,
            "mediaType": MANIFEST,
            "config": self.add(CONFIGURATION, encoded(configuration)),
            "layers": [self.add(LAYER, gzip.compress(layer, mtime=0))],
            "annotations": config["Labels"],
        }
        self.manifest = self.add(MANIFEST, encoded(manifest))

    @property
    def digest(self) -> str:
        """The digest by which registries and runtimes know the image."""
        return self.manifest["digest"]

    def add(self, media_type: str, content: bytes) -> dict:
        """Keeps a part of the image, and returns its descriptor."""
        self.blobs[digest(content)] = content
        return {"mediaType": media_type, "digest": digest(content), "size": len(content)}

    def write(self, file: Path, name: str, time: int) -> None:
        """Writes an archive that `podman load`, `skopeo copy` and `ctr images import` read.

        `name` is with a host and a tag.
        """
        names = {"org.opencontainers.image.ref.name": name, "io.containerd.image.name": name}
        named = self.manifest | {"annotations": names}
        index = {"schemaVersion": 2, "mediaType": INDEX, "manifests": [named]}
        contents = {"index.json": encoded(index), "oci-layout": encoded({"imageLayoutVersion": "1.0.0"})}
        contents |= {f"blobs/{key.replace(':', '/')}": blob for key, blob in self.blobs.items()}
        with tarfile.open(file, "w", format=tarfile.PAX_FORMAT) as archive:
            for path, content in sorted(contents.items()):
                entry = tarfile.TarInfo(path)
                entry.size, entry.mtime = len(content), time
                archive.addfile(entry, io.BytesIO(content))
