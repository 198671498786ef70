"""The two figures about pods that the dashboard takes from elsewhere, for processes: their processor time, as cAdvisor says it, and what
the Deployment asks for, as kube-state-metrics says it. Arguments: a folder of replica-NUMBER.pid, where it listens."""

import os
import pathlib
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

import yaml

folder, (host, port) = pathlib.Path(sys.argv[1]), sys.argv[2].split(":")
deployment = yaml.safe_load(pathlib.Path("deploy/base/deployment.yaml").read_text())
asked = deployment["spec"]["template"]["spec"]["containers"][0]["resources"]["requests"]["cpu"]
request = float(asked[:-1]) / 1000 if asked.endswith("m") else float(asked)


def page():
    for file in sorted(folder.glob("replica-*.pid")):
        labels = f'namespace="tabuleiro",container="tabuleiro-server",pod="{file.stem}"'
        try:
            fields = pathlib.Path(f"/proc/{file.read_text().strip()}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        yield f"container_cpu_usage_seconds_total{{{labels}}} {used}"
        yield f'kube_pod_container_resource_requests{{{labels},resource="cpu"}} {request}'


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "text/plain; version=0.0.4")
        self.end_headers()
        self.wfile.write(("\n".join(page()) + "\n").encode())

    def log_message(self, *_):
        pass


HTTPServer((host, int(port)), Page).serve_forever()
