"""The connections between the services of docker-compose.cluster.yml."""

import re
from ipaddress import ip_address, ip_network
from typing import Any, get_args

import yaml

import zeitnot_protocol as p
from zeitnot_server.config import Config
from zeitnot_server.limits.table import Limits

from .test_containers import CLUSTER, CLUSTER_SERVICES, COMPOSE, ROOT

DOCKER = ROOT / "docker"
METRICS = (ROOT / "docs/reference/metrics.md").read_text()
NODES = {name: s for name, s in CLUSTER_SERVICES.items() if s["command"][0] == "serve"}
(FRONT,) = COMPOSE[CLUSTER]["networks"]["front"]["ipam"]["config"]


def networks(name: str) -> set[str]:
    return set(CLUSTER_SERVICES[name]["networks"])


def address(name: str) -> str:
    return str(CLUSTER_SERVICES[name]["networks"]["front"]["ipv4_address"])


def test_nodes_differ_only_by_name() -> None:
    named = {name: service["command"] for name, service in NODES.items()}
    assert {command[command.index("--node") + 1] for command in named.values()} == {"a", "b"}
    same = [{k: v for k, v in s.items() if k not in ("command", "build")} for s in NODES.values()]
    assert same[0] == same[1]


def test_nodes_drain_long_enough_and_have_time_to_stop() -> None:
    """The balancer checks twice during the drain, and ten seconds remain for the stop itself."""
    config = (DOCKER / "haproxy/haproxy.cfg").read_text()
    assert "CHECK_EVERY-1s" in config
    assert "disable-on-404" in config
    for service in NODES.values():
        drain = int(service["environment"]["ZEITNOT_DRAIN_SECONDS"])
        assert drain >= 3
        assert int(service["stop_grace_period"].removesuffix("s")) > drain + 10


def test_the_balancer_knows_every_node_by_its_name() -> None:
    environment = CLUSTER_SERVICES["haproxy"]["environment"]
    known = {environment[f"NODE_{i}"]: environment[f"ADDRESS_{i}"] for i in (1, 2)}
    names = {s["command"][s["command"].index("--node") + 1]: name for name, s in NODES.items()}
    assert known == {node: f"{service}:{Config().port}" for node, service in names.items()}
    assert "NODE_3" not in environment


def test_the_balancer_reads_every_variable_that_is_set() -> None:
    config = (DOCKER / "haproxy/haproxy.cfg").read_text()
    for name in CLUSTER_SERVICES["haproxy"]["environment"]:
        assert re.search(r'"\$\{' + name + r"(-|\[\*\]|\})", config), name


def test_only_nodes_reach_the_databases() -> None:
    assert networks("postgres") == networks("standby") == {"data"}
    assert COMPOSE[CLUSTER]["networks"]["data"] == {"internal": True}
    assert {name for name in CLUSTER_SERVICES if "data" in networks(name)} == {
        *("postgres", "standby"),
        *NODES,
    }
    assert not any("ports" in CLUSTER_SERVICES[name] for name in ("postgres", "standby", *NODES))


def test_only_nodes_reach_the_internal_listener_of_the_broker() -> None:
    assert {name for name in CLUSTER_SERVICES if "news" in networks(name)} == {"mosquitto", *NODES}


def test_nodes_trust_only_the_balancer_and_show_prometheus_their_metrics() -> None:
    """Both have fixed addresses, outside of the range that other containers get theirs from."""
    for service in NODES.values():
        assert service["environment"]["ZEITNOT_TRUSTED_PROXIES"] == address("haproxy")
        assert service["environment"]["ZEITNOT_METRICS_FROM"] == address("prometheus")
    fixed = [ip_address(a) for a in (address("haproxy"), address("prometheus"), FRONT["gateway"])]
    assert len(set(fixed)) == 3
    assigned = ip_network(FRONT["ip_range"])
    assert all(a in ip_network(FRONT["subnet"]) and a not in assigned for a in fixed)
    assert CLUSTER_SERVICES["haproxy"]["environment"]["UNLIMITED"] == FRONT["ip_range"]


def test_the_standby_copies_the_primary_with_the_same_password() -> None:
    primary, standby = (CLUSTER_SERVICES[name] for name in ("postgres", "standby"))
    assert (primary["command"], standby["command"]) == (["primary"], ["standby"])
    assert standby["environment"]["PRIMARY"] == "postgres:5432"
    for name in ("REPLICATION_PASSWORD", "PGDATA", "PGPORT"):
        assert primary["environment"][name] == standby["environment"][name]
    assert set(primary["volumes"]) - set(standby["volumes"]) == {"primary:/var/lib/postgresql/data"}


# ── Prometheus ───────────────────────────────────────────────────────────────────────────────────


def scraped() -> dict[str, set[str]]:
    """Targets by job."""
    config: dict[str, Any] = yaml.safe_load((DOCKER / "prometheus/prometheus.yml").read_text())
    assert all((DOCKER / "prometheus" / name).exists() for name in config["rule_files"])
    return {
        job["job_name"]: {t for group in job["static_configs"] for t in group["targets"]}
        for job in config["scrape_configs"]
    }


def test_prometheus_scrapes_every_service_with_metrics() -> None:
    observer = CLUSTER_SERVICES["haproxy"]["environment"]["OBSERVE"].rpartition(":")[2]
    bots = CLUSTER_SERVICES["bots"]["environment"]["ZEITNOT_METRICS_PORT"]
    assert scraped() == {
        "nodes": {f"{name}:{Config().port}" for name in NODES},
        "bots": {f"bots:{bots}"},
        "balancer": {f"haproxy:{observer}"},
    }
    assert all("front" in networks(name) for name in ("prometheus", "haproxy", "bots", *NODES))


def test_alerts_have_unique_names_and_a_summary() -> None:
    """tests/alerts checks what they do with metrics."""
    rules = yaml.safe_load((DOCKER / "prometheus/rules.yml").read_text())
    alerts = [rule for group in rules["groups"] for rule in group["rules"]]
    assert len({alert["alert"] for alert in alerts}) == len(alerts) >= 8
    assert all(alert["annotations"]["summary"] for alert in alerts)


def test_the_page_names_the_alerts_with_severity_page() -> None:
    rules = yaml.safe_load((DOCKER / "prometheus/rules.yml").read_text())
    alerts = [rule for group in rules["groups"] for rule in group["rules"]]
    pages = {alert["alert"] for alert in alerts if alert.get("labels") == {"severity": "page"}}
    (named,) = re.findall(r"of which (.+?)\s+are for the middle of the night", PAGE, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", named)) == pages


def test_every_failure_that_stops_or_hides_play_has_an_alert() -> None:
    text = (DOCKER / "prometheus/rules.yml").read_text()
    expressions = " ".join(re.findall(r"expr: (.+)", text))
    for name in (
        *("zeitnot_damaged", "zeitnot_read_only", "zeitnot_disk_low", "zeitnot_synchronous"),
        *("zeitnot_other_nodes", "zeitnot_bot_games_waiting", "zeitnot_connections"),
        *("zeitnot_writer_queue", "zeitnot_queue_depth", "process_start_time_seconds"),
    ):
        assert re.search(rf"\b{name}\b", expressions), name
    (codes,) = re.findall(r'code=~"([\w|]+)"', expressions)
    assert set(codes.split("|")) <= set(get_args(p.ErrorCode))
    (threshold,) = re.findall(r"zeitnot_connections > (\d+)", expressions)
    assert int(threshold) == 0.8 * Limits().connections


# ── the page ─────────────────────────────────────────────────────────────────────────────────────

PAGE = (ROOT / "docs/how-to/cluster.md").read_text()


def test_commands_on_the_page_name_existing_services() -> None:
    verbs = "up -d --no-deps|exec -T|exec|stop"
    commands = re.findall(rf"docker compose -f {CLUSTER} (?:{verbs}) (\w.+)", PAGE)
    assert len(commands) >= 5
    for command in commands:
        assert command.split()[0] in CLUSTER_SERVICES, command


def test_nodes_started_by_hand_get_the_settings_of_those_in_containers() -> None:
    """Except for ZEITNOT_HOSTS, which is optional."""
    (block,) = re.findall(r"^```sh\n(export ZEITNOT_DB=.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for service in NODES.values():
        assert set(re.findall(r"ZEITNOT_\w+(?==)", block)) == {*service["environment"]} - {
            "ZEITNOT_HOSTS"
        }


def test_the_page_lists_the_optional_variables_of_the_file() -> None:
    listed = set(re.findall(r"^\| `(\w+)` \| .*\| .* \|$", PAGE, re.MULTILINE))
    text = (ROOT / CLUSTER).read_text()
    assert listed == set(re.findall(r"\$\{(\w+):-", text))
    assert set(re.findall(r"\$\{(\w+):\?", text)) == {
        *("ZEITNOT_BOT_TOKEN", "DB_PASSWORD", "REPLICATION_PASSWORD")
    }


def test_the_page_shows_the_limits_of_the_balancer() -> None:
    config = (DOCKER / "haproxy/haproxy.cfg").read_text()
    for name, shown in (
        ("CONNECTIONS", "1,200 connections"),
        ("NEW_CONNECTIONS", "1,000 new ones in ten seconds"),
        ("HANDSHAKES", "500 handshakes of WebSockets in ten seconds"),
    ):
        number = re.search(rf"\{{{name}_PER_ADDRESS-(\d+)\}}", config)
        assert number
        assert shown.startswith(f"{int(number[1]):,}")
        assert shown in re.sub(r"\s+", " ", PAGE)


def test_an_address_may_have_as_many_connections_as_a_node_allows() -> None:
    """The balancer's limit for all nodes together is that of one node."""
    limits = Limits()
    allowed = limits.sockets_per_address + limits.requests_per_address
    config = (DOCKER / "haproxy/haproxy.cfg").read_text()
    assert f"{{CONNECTIONS_PER_ADDRESS-{allowed}}}" in config


def test_the_tls_example_matches_the_file() -> None:
    (example,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    haproxy = yaml.safe_load(example)["services"]["haproxy"]
    config = (DOCKER / "haproxy/haproxy.cfg").read_text()
    assert all(f"${{{name}" in config for name in haproxy["environment"])
    http_port = CLUSTER_SERVICES["haproxy"]["environment"]["LISTEN"].rpartition(":")[2]
    assert haproxy["ports"] == ["443:8443", f"80:{http_port}"]
    assert haproxy["environment"]["LISTEN_TLS"].endswith(":8443")
