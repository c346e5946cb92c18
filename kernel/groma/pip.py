"""`%pip` in a notebook: installs and removes packages of the project, with the rights of the person whose block runs.

What pip prints comes into the block line by line. All else (`%pip list`, `%pip freeze`, `%pip show`) is pip itself.
"""

import ast
import importlib
import importlib.metadata
import os
import re
import shlex
import sys
import time

from groma.packages import packages_folder, site_folder

PAUSE_SECONDS = 0.3
ENDED = ("Completed", "Failed", "Canceled")
ARCHIVES = (".whl", ".tar.gz", ".zip")
SWITCHES = {
    "-U": "isUpgrade",
    "--upgrade": "isUpgrade",
    "--pre": "allowsPre",
    "--no-deps": "withoutDependencies",
    "--no-index": "isOffline",
}
# What changes nothing here: who installs for whom, what is asked, and how much is printed.
HARMLESS = {"-y", "--yes", "--user", "--no-input", "--no-cache-dir", "--prefer-binary", "--break-system-packages"}
QUIET = {"-q", "-qq", "--quiet"}
# `!pip …` and `!python -m pip …` without anything of a shell.
COMMAND = re.compile(r"\s*(?:python3?\s+-m\s+)?pip3?\s+((?:un)?install\b[^|&;`$()\n]*)\s*")
SYSTEM = re.compile(r"""(\s*)get_ipython\(\)\.system\(('[^\n]*'|"[^\n]*")\)\s*""")


class PipError(Exception):
    """What `%pip` does not do; shown without the lines of this package."""

    def _render_traceback_(self):
        return [str(self)]


def offer_pip(shell):
    """Makes `%pip`, and `!pip` of the same words, change the packages of the project."""
    if packages_folder() is None or "GROMA_SOCKET" not in os.environ:
        return

    def pip(line):
        """Installs and removes packages for all notebooks of the workspace; lists them as pip does."""
        run(line)

    shell.register_magic_function(pip, "line", "pip")
    shell.input_transformers_post.append(as_magics)


def as_magics(lines):
    """Turns `!pip install …`, as IPython has written it in Python by now, into `%pip install …`."""
    return [as_magic(line) for line in lines]


def as_magic(line):
    found = SYSTEM.fullmatch(line)
    command = found and COMMAND.fullmatch(ast.literal_eval(found.group(2)))
    if not command:
        return line
    return f"{found.group(1)}get_ipython().run_line_magic('pip', {command.group(1)!r})\n"


def run(line):
    from groma.call import Error

    words = shlex.split(line, comments=True)
    if words[:1] == ["install"] and not {"-h", "--help"} & set(words):
        change, is_quiet = read_install(words[1:])
    elif words[:1] == ["uninstall"] and not {"-h", "--help"} & set(words):
        change, is_quiet = read_uninstall(words[1:])
    else:
        run_pip(line)
        return
    before = installed()
    try:
        carry_out(change, is_quiet)
    except Error as error:
        raise PipError(str(error)) from None
    importlib.invalidate_caches()
    tell_loaded(before, installed())


def read_install(words):
    change = {"requirements": [], "files": []}
    is_quiet = False
    waiting = list(words)
    while waiting:
        word, value = waiting.pop(0), ""
        if word.startswith("--"):
            word, _, value = word.partition("=")
        if word in SWITCHES:
            change[SWITCHES[word]] = True
        elif word in QUIET:
            is_quiet = True
        elif word in ("-r", "--requirement"):
            change["files"].append(in_project(value or (waiting.pop(0) if waiting else "")))
        elif word in HARMLESS:
            continue
        elif word.startswith("-"):
            raise PipError(f"%pip install does not take {word} here: packages come from the package index, or from files in /data.")
        elif word.endswith(ARCHIVES) and "://" not in word:
            change["files"].append(in_project(word))
        else:
            change["requirements"].append(word)
    if not change["requirements"] and not change["files"]:
        raise PipError("Name what to install: %pip install NAME, or %pip install -r requirements.txt")
    return change, is_quiet


def read_uninstall(words):
    names = [word for word in words if word not in HARMLESS | QUIET]
    wrong = next((word for word in names if word.startswith("-")), None)
    if wrong is not None:
        raise PipError(f"%pip uninstall does not take {wrong} here.")
    if not names:
        raise PipError("Name what to remove: %pip uninstall NAME")
    return {"remove": names}, bool(QUIET & set(words))


def in_project(path):
    """The path of a file of the project, from the folder where the code is."""
    return os.path.normpath(os.path.join(os.getcwd(), path))


def carry_out(change, is_quiet):
    """Has the server do it and prints what pip says meanwhile; a stop of the block cancels it."""
    from groma.call import Error, call, project

    path = f"/api/packages/projects/{project()}"
    operation = call("POST", path, body=change)["data"]["operation_id"]
    start = 0
    interrupt = None
    while True:
        try:
            state = call("GET", f"{path}/log/{operation}", query={"from": start})["data"]
            start = state["next"]
            if state["text"] and not is_quiet:
                print(state["text"], end="", flush=True)
            if state["text"]:
                continue
            if state["status"] in ENDED:
                break
            time.sleep(PAUSE_SECONDS)
        except KeyboardInterrupt as stopped:
            interrupt = stopped
            call("POST", f"/api/operations/{operation}/cancel")
    if state["status"] == "Failed":
        failure = state["failure"] or {}
        raise Error(state["failedMessage"], failure.get("code", "INTERNAL"), failure.get("details"))
    if interrupt is not None:
        raise interrupt
    if state["status"] == "Canceled":
        raise Error("The installation was canceled.", "CANCELED")


def installed():
    """Version and top-level modules of each package of the project."""
    found = {}
    for each in importlib.metadata.distributions(path=[str(site_folder(packages_folder()))]):
        name = each.metadata["Name"]
        if not name:
            continue
        tops = {str(path).split("/")[0] for path in each.files or []}
        modules = {top.split(".")[0] for top in tops if not top.endswith((".dist-info", ".egg-info")) and not top.startswith((".", "_"))}
        found[name] = (each.version, modules)
    return found


def tell_loaded(before, after):
    """Says which packages were imported before they changed, as a restart alone makes their new versions count."""
    changed = {name: of for name, of in after.items() if before.get(name, (None,))[0] != of[0]}
    gone = {name: of for name, of in before.items() if name not in after}
    for name, (version, modules) in sorted(changed.items()):
        if modules & sys.modules.keys():
            print(f"Restart the kernel to use {name} {version}: another version is loaded.")
    for name, (_, modules) in sorted(gone.items()):
        if modules & sys.modules.keys():
            print(f"{name} stays loaded until the kernel is restarted.")


def run_pip(line):
    """pip itself, by the shell as IPython has it; it lists and shows, and cannot change anything in this sandbox."""
    from IPython import get_ipython

    own = packages_folder() / "bin" / "python"
    python = shlex.quote(str(own) if own.exists() else sys.executable)
    get_ipython().system(f"PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 {python} -m pip {line}")
