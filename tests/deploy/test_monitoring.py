"""What watches the service asks for figures that it has, and is let in."""

import json
import re
from pathlib import Path

import pytest
import yaml
from flask.testing import FlaskClient

from service.http.app import create_app
from service.http.telemetry import count_given_up
from service.settings import Settings
from tests.support.processes import ROOT, ended
from tests.support.tools import tool

MONITORING = ROOT / "deploy/monitoring"
ALERTS = yaml.safe_load((MONITORING / "alerts.yml").read_text(encoding="utf-8"))
BOARD = json.loads((MONITORING / "grafana.json").read_text(encoding="utf-8"))
ASKED = [rule["expr"] for group in ALERTS["groups"] for rule in group["rules"]]
ASKED += [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]


@pytest.fixture(scope="module")
def figures(lexicons: Path) -> str:
    """The figures of a service that was asked once and has lost its Redis."""
    client: FlaskClient = create_app(Settings(lexicons_path=(lexicons,))).test_client()
    client.post("/v1/figs/challenge", json={"words": ["casa"]})
    count_given_up()
    return client.get("/metrics").text


@pytest.mark.parametrize("asked", ASKED)
def test_every_figure_and_label_that_is_asked_for_is_there(asked: str, figures: str) -> None:
    for name in re.findall(r"arbiter_\w+", asked):
        lines = re.findall(rf"^{name}(?:{{(.*)}})? ", figures, re.MULTILINE)
        assert lines, name
        had = set(re.findall(r"(\w+)=", lines[0])) | {"instance", "job", "le"}
        by = re.findall(r"by \(([^)]*)\)", asked)
        assert {label.strip() for labels in by for label in labels.split(",")} <= had, asked


def test_the_route_of_a_challenge_is_the_one_that_is_watched(figures: str) -> None:
    watched = {route for asked in ASKED for route in re.findall(r'route=~"([^"]+)"', asked)}
    counted = set(re.findall(r'arbiter_requests_total{.*route="([^"]+)"', figures))
    assert all(any(re.fullmatch(one, route) for route in counted) for one in watched)


def test_prometheus_accepts_the_files() -> None:
    promtool = tool("promtool", "prometheus")
    for what in (("config", "--syntax-only", "prometheus.yml"), ("rules", "alerts.yml")):
        command = (promtool, "check", *what)
        done = ended(command, cwd=MONITORING)
        assert done.returncode == 0, done.stderr


def test_the_cluster_lets_it_in() -> None:
    policy, _ = yaml.safe_load_all((ROOT / "deploy/kubernetes/network.yaml").read_text("utf-8"))
    sources = policy["spec"]["ingress"][0]["from"]
    allowed = [one["namespaceSelector"]["matchLabels"] for one in sources]
    assert {"kubernetes.io/metadata.name": "monitoring"} in allowed
