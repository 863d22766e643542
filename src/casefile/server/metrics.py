"""Figures for the people who watch over the server. Nothing in them tells of a single table."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.actions = Counter("casefile_actions", "Actions that were carried out", registry=self.registry)
        self.refused = Counter("casefile_refused", "Messages that were refused", ["code"], registry=self.registry)
        self.unreadable = Counter("casefile_unreadable", "Messages that could not be read", registry=self.registry)
        self.commit = Histogram("casefile_commit_seconds", "Time until a change is on disk", registry=self.registry)
        self.tables = Gauge("casefile_tables", "Tables in memory", registry=self.registry)
        self.connections = Gauge("casefile_connections", "Open WebSockets", registry=self.registry)
        self.passed_on = Gauge("casefile_passed_on", "WebSockets handed on to other nodes", registry=self.registry)
        self.node = Gauge("casefile_node_ready", "Whether this node takes tables", ["node"], registry=self.registry)
        self.requests = Counter("casefile_http_requests", "Answered HTTP requests", ["status"], registry=self.registry)

    def page(self) -> bytes:
        """All figures in the format of Prometheus."""
        return generate_latest(self.registry)
