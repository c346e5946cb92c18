"""Changes a set of packages by pip, inside the sandbox: `install.py plan.json`.

The set is a virtual environment at /opt/packages/current, where kernels find it too. It sees the packages of the base
environment by a .pth file: what that has is not installed again, and an upgrade of it goes into the set, which comes
first. pip prints as it always does; the last line of the output is the set as JSON, after a mark.
"""

import importlib.metadata
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

SET = Path("/opt/packages/current")
OLD = Path("/opt/packages/old")
PROXY = "/run/index/proxy"
CONSTRAINTS = Path("/tmp/constraints.txt")
PIECE = 1 << 16


def site(folder):
    return folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"


def base_sites():
    return [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]


def make_set():
    """Copies the set that is there, or makes an empty one; says what an older Python's set had been asked for."""
    asked = []
    if site(OLD).is_dir():
        shutil.copytree(OLD, SET, symlinks=True, dirs_exist_ok=True)
    else:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(SET)], check=True)
        with_list = OLD / "set.json"
        if with_list.is_file():
            old = json.loads(with_list.read_text())
            asked = [f"{each['name']}=={each['version']}" for each in old["packages"] if each["isRequested"]]
    (site(SET) / "groma-base.pth").write_text("".join(f"{path}\n" for path in base_sites()))
    return asked


def kernel_packages():
    """What the kernel itself is made of, with the versions of the base: other versions could keep it from working."""
    from pip._vendor.packaging.requirements import Requirement
    from pip._vendor.packaging.utils import canonicalize_name

    found, waiting = {}, ["ipykernel"]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in found:
            continue
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        found[name] = distribution.version
        needs = [Requirement(each) for each in distribution.requires or []]
        waiting += [each.name for each in needs if each.marker is None or each.marker.evaluate({"extra": ""})]
    return found


def pump(source, target):
    try:
        while data := source.recv(PIECE):
            target.sendall(data)
    except OSError:
        pass
    finally:
        for each in (source, target):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def open_proxy():
    """The address of a proxy that leads to the server's, which reaches the index alone. This sandbox has no network."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            caller, _ = listening.accept()
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(PROXY)
            except OSError:
                caller.close()
                continue
            for pair in ((caller, server), (server, caller)):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


def pip(*words):
    """Runs pip of the set's own Python; its lines are printed as they come."""
    made = subprocess.run([str(SET / "bin" / "python"), "-m", "pip", *words], stderr=subprocess.STDOUT)
    return made.returncode


def change(plan):
    from pip._vendor.packaging.utils import canonicalize_name

    removed = plan["remove"]
    gone = {canonicalize_name(each) for each in removed}
    asked = [each for each in make_set() if canonicalize_name(each.split("==")[0]) not in gone]
    if removed and not asked:
        return pip("uninstall", "--yes", *removed)
    CONSTRAINTS.write_text("".join(f"{name}=={version}\n" for name, version in kernel_packages().items()))
    words = ["install", "--constraint", str(CONSTRAINTS), *plan["options"]]
    if plan["isOnline"]:
        os.environ["PIP_PROXY"] = open_proxy()
    return pip(*words, "--", *asked, *plan["install"])


def described():
    packages = []
    for distribution in importlib.metadata.distributions(path=[str(site(SET))]):
        # What has no name is no package: an install that was broken off leaves such folders.
        name = distribution.metadata["Name"]
        if not name:
            continue
        is_requested = distribution.read_text("REQUESTED") is not None
        packages.append({"name": name, "version": distribution.version, "isRequested": is_requested})
    return {
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "packages": sorted(packages, key=lambda each: each["name"].lower()),
    }


if __name__ == "__main__":
    status = change(json.loads(Path(sys.argv[1]).read_text()))
    if status == 0:
        made = described()
        (SET / "set.json").write_text(json.dumps(made))
    sys.exit(status)
