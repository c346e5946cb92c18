"""The packages that a project has beside those of the environment.

They are in a folder that kernels can read alone: a link leads to the set that counts, and to another one after each
change. They come before the packages of the environment and after Python's own modules; what this kernel consists of
has been imported by then, so that no project can keep its kernels from starting.
"""

import importlib
import importlib.abc
import os
import sys
from pathlib import Path

OTHER_PYTHON = "The packages of this workspace are for another version of Python and are not used. Install one of them again to renew all of them."


def packages_folder():
    """The link to the set that counts; None where there are no packages of projects, as on a JupyterHub."""
    folder = os.environ.get("GROMA_PACKAGES")
    return Path(folder, "current") if folder else None


def site_folder(current):
    return current / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"


class FollowChanges(importlib.abc.MetaPathFinder):
    """Has Python look into the folder anew when the link leads to another set. It finds nothing itself."""

    def __init__(self, link):
        self.link = link
        self.target = self.read()

    def read(self):
        try:
            return os.readlink(self.link)
        except OSError:
            return None

    def find_spec(self, name, path, target=None):
        now = self.read()
        if now != self.target:
            self.target = now
            importlib.invalidate_caches()
        return None

    def invalidate_caches(self):
        pass


def lend_packages():
    current = packages_folder()
    if current is None:
        return
    base = [at for at, path in enumerate(sys.path) if path.endswith(("site-packages", "dist-packages"))]
    sys.path.insert(base[0] if base else len(sys.path), str(site_folder(current)))
    sys.meta_path.insert(0, FollowChanges(current))


def warn_of_packages(shell):
    """Says with the first block that there are packages which this Python cannot use."""
    current = packages_folder()

    def warn(_info):
        shell.events.unregister("pre_run_cell", warn)
        print(OTHER_PYTHON, file=sys.stderr)

    if current is not None and os.path.lexists(current) and not site_folder(current).is_dir():
        shell.events.register("pre_run_cell", warn)
