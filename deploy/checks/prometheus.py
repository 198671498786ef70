"""Takes what promtool can read out of the manifests. Arguments: the PrometheusRule, the dashboard, a folder to write to. `rules.yaml` there
are the groups of the rule object; `dashboard-rules.yaml` has each query of the dashboard as a recorded rule, so that its PromQL is parsed."""

import json
import pathlib
import sys

import yaml

rules, dashboard, folder = (pathlib.Path(argument) for argument in sys.argv[1:])
groups = yaml.safe_load(rules.read_text())["spec"]
(folder / "rules.yaml").write_text(yaml.safe_dump(groups, sort_keys=False))

queries = []
for panel in json.loads(dashboard.read_text())["panels"]:
    for target in panel["targets"]:
        expression = target["expr"].replace("$__rate_interval", "1m").replace("$namespace", "tabuleiro")
        if "$" in expression:
            sys.exit(f"panel {panel['title']!r}: a variable that nobody sets: {expression}")
        queries.append({"record": f"panel:{panel['id']}:{target['refId']}", "expr": expression})
document = {"groups": [{"name": "dashboard", "rules": queries}]}
(folder / "dashboard-rules.yaml").write_text(yaml.safe_dump(document, sort_keys=False))
print(f"{len(queries)} queries of the dashboard")
