"""The files that run the service elsewhere: what can be checked here, is."""

import configparser
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from tests.support.processes import ROOT, ended
from tests.support.tools import tool

DEPLOY = ROOT / "deploy"
CLUSTER = DEPLOY / "kubernetes"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
UNIT = DEPLOY / "arbiter.service"


def documents(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


COMPOSE = documents(DEPLOY / "compose.yaml")[0]
KUSTOMIZATION = documents(CLUSTER / "kustomization.yaml")[0]
OBJECTS = {
    (one["kind"], one["metadata"]["name"]): one
    for name in KUSTOMIZATION["resources"]
    for one in documents(CLUSTER / name)
}


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze", "systemd")
    text = UNIT.read_text(encoding="utf-8").replace("/opt/arbiter/bin/arbiter", "/bin/true")
    unit = tmp_path / UNIT.name
    unit.write_text(text, encoding="utf-8")
    done = ended((analyze, "verify", str(unit)), env={"PATH": os.environ["PATH"]})
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_gives_no_more_than_is_needed() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # the way that is documented
    unit.read(UNIT, encoding="utf-8")
    wanted = {
        "Type": "notify",
        "DynamicUser": "yes",
        "ProtectSystem": "strict",
        "NoNewPrivileges": "yes",
        "CapabilityBoundingSet": "",
        "ReadOnlyPaths": "/var/lib/arbiter/lexicons",
        "Restart": "always",
    }
    assert wanted.items() <= dict(unit["Service"]).items()


def test_the_image_is_pinned_small_and_without_privileges() -> None:
    stages = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(stages) == 2
    assert all(re.fullmatch(r"python:3\.11-slim-\w+", stage) for stage in stages)
    last = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]
    assert re.search(r"^USER 10001$", last, re.MULTILINE)
    assert "HEALTHCHECK" in last
    assert "pip install" not in last
    installs = re.findall(r"pip install (.+?)(?: \\)?$", DOCKERFILE, re.MULTILINE)
    assert installs
    assert all("--require-hashes" in install for install in installs)


def test_the_image_is_made_of_files_that_exist() -> None:
    sources = re.findall(r"^COPY (?!--from)(\S+) ", DOCKERFILE, re.MULTILINE)
    assert sources
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for source in sources:
        assert (ROOT / source).exists()
        assert source.rstrip("/") not in ignored
    for lock in re.findall(r"-r (requirements/\S+)", DOCKERFILE):
        assert (ROOT / lock).is_file()


def test_what_the_image_copies_answers_and_has_the_command(tmp_path: Path) -> None:
    copied = re.findall(r"^COPY --from=build /src/(\S+) /srv/(\S+)$", DOCKERFILE, re.MULTILINE)
    made = dict(re.findall(r"^COPY (clients\S+) (\S+)$", DOCKERFILE, re.MULTILINE))
    where = {target.rstrip("/"): source for source, target in made.items()}
    for source, target in copied:
        original = ROOT / where.get(source, source)
        copy = shutil.copytree if original.is_dir() else shutil.copy
        copy(original, tmp_path / target)
    asked = "from service.http.app import create_app as made; from service.terminal import main"
    asked += (
        "; print(made().test_client().get('/openapi.yaml').status); main(['lexicons', '--offline'])"
    )
    environ = {"PYTHONPATH": str(tmp_path), "LEXICONS_PATH": str(ROOT / "lexicons"), "HOME": "/"}
    done = ended([sys.executable, "-P", "-c", asked], cwd="/", env=environ)
    assert done.stdout.startswith("200 OK\n"), done.stderr
    assert "frs-2019" in done.stdout or "ro" in done.stdout


def test_compose_starts_what_nginx_asks() -> None:
    upstream = (DEPLOY / "upstream.conf").read_text(encoding="utf-8")
    servers = re.findall(r"^ +server (\w+):8000", upstream, re.MULTILINE)
    assert servers == ["one", "two", "one", "two"]
    assert {*servers, "nginx", "redis"} == COMPOSE["services"].keys()
    for mounted in COMPOSE["services"]["nginx"]["volumes"]:
        assert (DEPLOY / mounted.partition(":")[0]).is_file()


def test_settings_in_the_files_are_settings_of_the_service() -> None:
    readme = (DEPLOY / "README.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\| `([A-Z_]+)` \|", readme, re.MULTILINE))
    literals = KUSTOMIZATION["configMapGenerator"][0]["literals"]
    used = {literal.partition("=")[0] for literal in literals}
    used |= COMPOSE["services"]["one"]["environment"].keys()
    assert used <= known


def test_no_container_gets_more_than_it_needs() -> None:
    for container in COMPOSE["services"].values():
        assert container["read_only"] is True
        assert container["cap_drop"] == ["ALL"]
        assert container["security_opt"] == ["no-new-privileges:true"]
    for name in ("arbiter", "redis"):
        pod = OBJECTS["Deployment", name]["spec"]["template"]["spec"]
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in pod["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert {"cpu", "memory"} <= set(container["resources"]["limits"])


def test_the_parts_of_the_cluster_know_each_other() -> None:
    template = OBJECTS["Deployment", "arbiter"]["spec"]["template"]
    labels = template["metadata"]["labels"]
    container = template["spec"]["containers"][0]
    assert OBJECTS["Deployment", "arbiter"]["spec"]["selector"]["matchLabels"] == labels
    assert OBJECTS["Service", "arbiter"]["spec"]["selector"] == labels
    assert OBJECTS["PodDisruptionBudget", "arbiter"]["spec"]["selector"]["matchLabels"] == labels
    assert OBJECTS["NetworkPolicy", "arbiter"]["spec"]["podSelector"]["matchLabels"] == labels
    target = OBJECTS["HorizontalPodAutoscaler", "arbiter"]["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) in OBJECTS
    ports = {port["name"] for port in container["ports"]}
    probes = ("startupProbe", "readinessProbe", "livenessProbe")
    assert {container[probe]["httpGet"]["port"] for probe in probes} <= ports
    assert OBJECTS["Service", "arbiter"]["spec"]["ports"][0]["targetPort"] in ports
    rule = OBJECTS["Ingress", "arbiter"]["spec"]["rules"][0]["http"]["paths"][0]
    assert ("Service", rule["backend"]["service"]["name"]) in OBJECTS
    source = OBJECTS["NetworkPolicy", "arbiter"]["spec"]["ingress"][0]
    assert source["from"], "nobody but the proxy reaches an instance"
    mounts = {mount["name"] for mount in container["volumeMounts"]}
    assert mounts == {volume["name"] for volume in template["spec"]["volumes"]}
    generated = KUSTOMIZATION["configMapGenerator"][0]
    assert container["envFrom"] == [{"configMapRef": {"name": generated["name"]}}]
    keys = next(mount for mount in container["volumeMounts"] if mount["name"] == "keys")
    assert f"API_KEYS_FILE={keys['mountPath']}/keys.txt" in generated["literals"]


@pytest.mark.parametrize("resource", KUSTOMIZATION["resources"])
def test_a_strict_reader_accepts_what_a_cluster_is_given(resource: str) -> None:
    for one in documents(CLUSTER / resource):
        kubernetes_validate.validate(one, "1.31", strict=True)
        kubernetes_validate.validate(one, "1.37", strict=True)
    spoiled = {**documents(CLUSTER / resource)[0], "sepc": {}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(spoiled, "1.37", strict=True)
