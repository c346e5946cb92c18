"""Says what the base environment has, and which requirements are not met: JSON from standard input to its output.

It reads metadata and texts and runs no code of packages. `added` are the versions of the project's own packages by
name, which come first.
"""

import importlib.metadata
import json
import sys

from pip._internal.models.index import PyPI
from pip._vendor.packaging.requirements import InvalidRequirement, Requirement
from pip._vendor.packaging.utils import canonicalize_name


def base_packages():
    found = {}
    for distribution in importlib.metadata.distributions():
        name = distribution.metadata["Name"]
        if name:
            found.setdefault(canonicalize_name(name), {"name": name, "version": distribution.version})
    return found


def is_met(text, versions):
    try:
        wanted = Requirement(text)
    except InvalidRequirement:
        return False
    if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
        return True
    version = versions.get(canonicalize_name(wanted.name))
    return version is not None and wanted.specifier.contains(version, prereleases=True)


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    base = base_packages()
    versions = {name: each["version"] for name, each in base.items()}
    versions.update({canonicalize_name(name): version for name, version in asked["added"].items()})
    answer = {
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "base": sorted(base.values(), key=lambda each: each["name"].lower()),
        "missing": [text for text in asked["requirements"] if not is_met(text, versions)],
        "index": PyPI.simple_url,
        "fileHost": PyPI.file_storage_domain,
    }
    print(json.dumps(answer))
