"""Starts Arbiter from the folder of a bundle, without a network or an administrator.

The packages lie here as wheels. At the first start pip, which is one of them, unpacks those of this
Python into a folder: here, or, where nobody may write here, among the user's own.
"""
# An older Python must read this file to the end, to say that it is too old.

import json
import os
import platform
import socket
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TEXTS = {
    "it": {
        "system": "Questo pacchetto è per {wanted}, non per {found}: prendete quello giusto.",
        "python": "Questo pacchetto va con Python {wanted}, non con {found}: installatene uno.",
        "packages": "I pacchetti non si sono potuti spacchettare in {place}: {why}",
        "port": "La porta {port} è occupata: chiudete l’altro programma o avviate: {start}",
        "disk": "Non si può scrivere né qui né in {place}: copiate la cartella altrove.",
        "broken": "Il pacchetto non è completo, manca {name}: spacchettate di nuovo lo zip.",
    },
    "ca": {
        "system": "Aquest paquet és per a {wanted}, no per a {found}: agafeu el que toca.",
        "python": "Aquest paquet va amb Python {wanted}, no amb {found}: instal·leu-ne un.",
        "packages": "Els paquets no s’han pogut desempaquetar a {place}: {why}",
        "port": "El port {port} està ocupat: tanqueu l’altre programa o engegueu: {start}",
        "disk": "No es pot escriure ni aquí ni a {place}: copieu la carpeta en un altre lloc.",
        "broken": "El paquet no és complet, hi falta {name}: torneu a descomprimir el zip.",
    },
    "ro": {
        "system": "Acest pachet este pentru {wanted}, nu pentru {found}: luați-l pe cel potrivit.",
        "python": "Acest pachet merge cu Python {wanted}, nu cu {found}: instalați unul.",
        "packages": "Pachetele nu s-au putut despacheta în {place}: {why}",
        "port": "Portul {port} este ocupat: închideți celălalt program sau porniți: {start}",
        "disk": "Nu se poate scrie nici aici, nici în {place}: copiați dosarul în altă parte.",
        "broken": "Pachetul nu este complet, lipsește {name}: dezarhivați din nou fișierul zip.",
    },
    "en": {
        "system": "This bundle is for {wanted}, not for {found}: take the right one.",
        "python": "This bundle goes with Python {wanted}, not with {found}: install one.",
        "packages": "The packages could not be unpacked into {place}: {why}",
        "port": "Port {port} is taken: close the other program, or start it by: {start}",
        "disk": "Nothing can be written here nor in {place}: copy the folder elsewhere.",
        "broken": "The bundle is not whole, {name} is missing: unpack the zip again.",
    },
}


def language():
    """The language of whoever sits here, as far as the system tells."""
    told = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if sys.platform == "win32" and not told:
        import ctypes
        import locale

        told = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return told[:2] if told[:2] in TEXTS else "en"


def fault(what, **values):
    """The end of the program, with a sentence on what is wrong."""
    return SystemExit(TEXTS[language()][what].format(**values))


def bundle():
    """What this bundle is made for."""
    try:
        with open(os.path.join(HERE, "bundle.json"), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        raise fault("broken", name="bundle.json") from None


def check(made):
    """Refuse a machine that this bundle was not made for."""
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    found = "{}-{}".format(
        {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform), machine
    )
    if found != made["system"]:
        raise fault("system", wanted=made["system"], found=found)
    version = "{}.{}".format(*sys.version_info[:2])
    if version not in made["pythons"]:
        raise fault("python", wanted=", ".join(made["pythons"]), found=version)


def users_folder():
    """Where a program may keep what is the user's own."""
    kept = {
        "win32": os.environ.get("LOCALAPPDATA"),
        "darwin": os.path.expanduser("~/Library/Application Support"),
    }
    usual = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.path.join(kept.get(sys.platform) or usual, "arbiter")


def writable():
    """The folder for what is unpacked and what a box keeps."""
    for folder in (HERE, users_folder()):
        try:
            os.makedirs(folder, exist_ok=True)
            probe = os.path.join(folder, "probe")
            open(probe, "w").close()
            os.remove(probe)
            return folder
        except OSError:
            pass
    raise fault("disk", place=users_folder())


def unpacked(folder, made):
    """The packages of this Python, unpacked once."""
    name = "packages-{}-{}.{}".format(made["version"], *sys.version_info[:2])
    place = os.path.join(folder, name)
    if os.path.isdir(place):
        return place
    wheels = os.path.join(HERE, "wheels")
    pip = (
        [name for name in sorted(os.listdir(wheels)) if name.startswith("pip-")]
        if os.path.isdir(wheels)
        else []
    )
    if not pip:
        raise fault("broken", name="wheels")
    command = [
        sys.executable,
        os.path.join(wheels, pip[0], "pip"),
        "install",
        "--isolated",
        "--quiet",
    ]
    command += ["--no-index", "--find-links", wheels, "--require-hashes", "--no-cache-dir"]
    command += ["-r", os.path.join(HERE, "requirements.txt"), "--target", place + ".new"]
    done = subprocess.run(command, stderr=subprocess.PIPE)
    if done.returncode != 0:
        told = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["?"]
        raise fault("packages", place=place, why=told[-1])
    os.replace(place + ".new", place)
    return place


def check_port():
    """Refuse a port that another program has."""
    port = os.environ.get("PORT") or "8000"
    try:
        socket.create_server(("", int(port))).close()
    except (OSError, OverflowError, ValueError):
        start = "start.cmd" if sys.platform == "win32" else "sh start.sh"
        raise fault("port", port=port, start=f"{start} box --port 8010") from None


def main():
    """Check, unpack, and become the command: the box of a hall, unless another is named."""
    made = bundle()
    check(made)
    folder = writable()
    packages = unpacked(folder, made)
    if not sys.argv[1:] and not os.path.exists(os.path.join(folder, "box", "box.json")):
        check_port()  # A box that was set up knows its own.
    environ = dict(os.environ, PYTHONPATH=packages, PYTHONUTF8="1", PYTHONNOUSERSITE="1")
    environ.setdefault("LEXICONS_PATH", os.path.join(HERE, "lexicons"))
    run = "import sys; from service.terminal import main; sys.exit(main())"
    command = [sys.executable, "-c", run, *(sys.argv[1:] or ["box"])]
    try:
        return subprocess.call(command, cwd=folder, env=environ)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
