//! Dashboard, alerts and autoscaler ask for metrics and labels that the server has, and every alert has its page in the runbook.

use std::{collections::BTreeSet, fs};

use promql_parser::{
    label::MatchOp,
    parser::{self, Expr, LabelModifier, VectorSelector},
};
use serde_json::Value;
use tabuleiro_server::telemetry::catalogue::{ALL, Kind};

use crate::{
    names::methods,
    render::{deploy, renders},
};

/// What Prometheus adds to every series.
const ADDED: [&str; 4] = ["job", "namespace", "instance", "pod"];

/// Metrics of others: Prometheus itself, cAdvisor, kube-state-metrics.
const OTHERS: [&str; 3] = [
    "up",
    "container_cpu_usage_seconds_total",
    "kube_pod_container_resource_requests",
];

/// The labels of a series by its name; `None` when the server has no such series.
fn labels(series: &str, recorded: &BTreeSet<String>) -> Option<Vec<String>> {
    if recorded.contains(series) {
        return Some(Vec::new());
    }
    let metric = ALL.iter().find(|metric| {
        let name = metric.prometheus();
        match metric.kind {
            Kind::Histogram => ["_bucket", "_sum", "_count"]
                .iter()
                .any(|end| series.strip_suffix(end) == Some(&name)),
            Kind::Counter | Kind::Gauge => series == name,
        }
    })?;
    let mut labels: Vec<_> = metric
        .attributes
        .iter()
        .map(|key| key.replace('.', "_"))
        .collect();
    if series.ends_with("_bucket") {
        labels.push("le".to_owned());
    }
    Some(labels)
}

/// The selectors of an expression, each with the labels that aggregations around it group by.
fn selectors(expr: &Expr, grouped: &[String], found: &mut Vec<(VectorSelector, Vec<String>)>) {
    match expr {
        Expr::Aggregate(aggregate) => {
            let mut grouped = grouped.to_vec();
            if let Some(LabelModifier::Include(by)) = &aggregate.modifier {
                grouped.extend(by.labels.iter().cloned());
            }
            selectors(&aggregate.expr, &grouped, found);
        }
        Expr::Unary(unary) => selectors(&unary.expr, grouped, found),
        Expr::Binary(binary) => {
            selectors(&binary.lhs, grouped, found);
            selectors(&binary.rhs, grouped, found);
        }
        Expr::Paren(paren) => selectors(&paren.expr, grouped, found),
        Expr::Subquery(subquery) => selectors(&subquery.expr, grouped, found),
        Expr::VectorSelector(selector) => found.push((selector.clone(), grouped.to_vec())),
        Expr::MatrixSelector(matrix) => found.push((matrix.vs.clone(), grouped.to_vec())),
        Expr::Call(call) => {
            for argument in &call.args.args {
                selectors(argument, grouped, found);
            }
        }
        Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::Extension(_) => {}
    }
}

/// The names that the server gives to values of these labels; others are not checked.
fn values(label: &str) -> Option<Vec<String>> {
    match label {
        "rpc_method" => Some(methods()),
        "rpc_response_status_code" => Some(
            (0..17)
                .map(|code| tabuleiro_tests::screaming(&format!("{:?}", tonic::Code::from(code))))
                .collect(),
        ),
        _ => None,
    }
}

fn check(query: &str, place: &str, recorded: &BTreeSet<String>) -> usize {
    let query = query
        .replace("$__rate_interval", "1m")
        .replace("$namespace", "tabuleiro");
    let expr = parser::parse(&query).unwrap_or_else(|error| panic!("{place}: {error}: {query}"));
    let mut found = Vec::new();
    selectors(&expr, &[], &mut found);
    assert!(!found.is_empty(), "{place}: nothing is asked for");
    for (selector, grouped) in &found {
        let name = selector.name.as_deref().expect("a named series");
        if OTHERS.contains(&name) {
            continue;
        }
        let known = labels(name, recorded);
        let known = known.unwrap_or_else(|| panic!("{place}: the server has no {name}"));
        let is_known = |label: &str| ADDED.contains(&label) || known.iter().any(|key| key == label);
        for matcher in &selector.matchers.matchers {
            assert!(
                is_known(&matcher.name),
                "{place}: {name} has no {}",
                matcher.name
            );
            let Some(values) = values(&matcher.name) else {
                continue;
            };
            // Each alternative of a pattern must be there, or the pattern has silently lost a part.
            for one in alternatives(&matcher.value) {
                assert!(
                    values.contains(&one),
                    "{place}: no {} is {one}",
                    matcher.name
                );
            }
            if let MatchOp::Re(pattern) | MatchOp::NotRe(pattern) = &matcher.op {
                assert!(
                    values.iter().any(|value| pattern.is_match(value)),
                    "{place}: {pattern}"
                );
            }
        }
        for label in grouped {
            assert!(is_known(label), "{place}: {name} has no {label}");
        }
    }
    found.len()
}

/// The texts that a pattern of the form `a|b` or `prefix(a|b)` matches.
fn alternatives(pattern: &str) -> Vec<String> {
    let (prefix, group) = match pattern.split_once('(') {
        Some((prefix, rest)) => (
            prefix,
            rest.strip_suffix(')').expect("one group at the end"),
        ),
        None => ("", pattern),
    };
    group
        .split('|')
        .map(|one| format!("{prefix}{one}"))
        .collect()
}

fn rules() -> Vec<Value> {
    let path = deploy().join("components/podmonitor/rules.yaml");
    let text = fs::read_to_string(path).expect("the rules");
    let object: Value = serde_saphyr::from_str(&text).expect("YAML");
    let groups = object["spec"]["groups"].as_array().expect("groups");
    let rules = groups
        .iter()
        .map(|group| group["rules"].as_array().expect("rules").clone());
    rules.collect::<Vec<_>>().concat()
}

fn recorded() -> BTreeSet<String> {
    let rules = rules();
    let names = rules.iter().filter_map(|rule| rule["record"].as_str());
    names.map(str::to_owned).collect()
}

#[test]
fn every_alert_asks_for_what_the_server_has() {
    let recorded = recorded();
    for rule in rules() {
        let name = rule["alert"]
            .as_str()
            .or(rule["record"].as_str())
            .expect("a name");
        check(
            rule["expr"].as_str().expect("an expression"),
            name,
            &recorded,
        );
    }
}

#[test]
fn every_panel_asks_for_what_the_server_has() {
    let path = deploy().join("components/podmonitor/dashboard.json");
    let dashboard: Value =
        serde_json::from_slice(&fs::read(path).expect("the dashboard")).expect("JSON");
    let recorded = recorded();
    let mut asked = 0;
    for panel in dashboard["panels"].as_array().expect("panels") {
        for target in panel["targets"].as_array().expect("targets") {
            let title = panel["title"].as_str().expect("a title");
            asked += check(target["expr"].as_str().expect("a query"), title, &recorded);
        }
    }
    assert!(asked > 30, "only {asked} series");
}

#[test]
fn the_autoscaler_asks_for_what_the_server_has() {
    let mut seen = 0;
    for render in renders() {
        for scaled in render.of("ScaledObject") {
            for trigger in scaled["spec"]["triggers"].as_array().expect("triggers") {
                let query = trigger["metadata"]["query"].as_str().expect("a query");
                seen += check(query, &render.name, &BTreeSet::new());
            }
        }
    }
    assert!(seen > 0, "nothing scales on a metric");
}

#[test]
fn a_metric_that_is_gone_is_noticed() {
    let asked = std::panic::catch_unwind(|| {
        check("rate(tabuleiro_gone_total[5m])", "it", &BTreeSet::new())
    });
    let label = std::panic::catch_unwind(|| {
        check("sum by (gone) (tabuleiro_build)", "it", &BTreeSet::new())
    });
    assert!(asked.is_err() && label.is_err());
}

#[test]
fn every_alert_has_its_page_in_the_runbook_and_no_page_is_left_over() {
    let runbook = fs::read_to_string(deploy().join("RUNBOOK.md")).expect("the runbook");
    let pages: BTreeSet<_> = runbook
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    let rules = rules();
    let alerts: BTreeSet<_> = rules
        .iter()
        .filter_map(|rule| rule["alert"].as_str())
        .collect();
    assert_eq!(pages, alerts);
    for rule in &rules {
        if let Some(alert) = rule["alert"].as_str() {
            let url = rule["annotations"]["runbook_url"]
                .as_str()
                .expect("a runbook line");
            assert!(
                url.ends_with(&format!("deploy/RUNBOOK.md#{}", alert.to_lowercase())),
                "{url}"
            );
        }
    }
}

#[test]
fn every_alert_is_tried() {
    let path = deploy().join("components/podmonitor/rules-test.yaml");
    let text = fs::read_to_string(path).expect("the tests of the rules");
    for rule in rules() {
        if let Some(alert) = rule["alert"].as_str() {
            // Once silent, once firing.
            let tried = text.lines().filter(|line| {
                line.trim_end_matches('}')
                    .ends_with(&format!("alertname: {alert}"))
            });
            assert!(tried.count() >= 2, "{alert}");
        }
    }
}
