//! Each object of a kind of Kubernetes itself goes through the type of that kind and comes back as it was. What the type does not
//! know would be lost on the way, as an API server would drop or refuse it.

use k8s_openapi::api::{
    apps::v1::Deployment,
    autoscaling::v2::HorizontalPodAutoscaler,
    core::v1::{ConfigMap, Namespace, Service, ServiceAccount},
    networking::v1::NetworkPolicy,
    policy::v1::PodDisruptionBudget,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::render::{kind, name, renders};

/// Kinds of others; their schemas are in `deploy/schemas`, and `deploy/check` validates them.
const CUSTOM: [&str; 4] = ["GRPCRoute", "PodMonitor", "PrometheusRule", "ScaledObject"];

fn back<T: Serialize + DeserializeOwned>(object: &Value) -> Value {
    let typed = T::deserialize(object).unwrap_or_else(|error| panic!("{}: {error}", name(object)));
    serde_json::to_value(typed).expect("JSON")
}

fn round_trip(object: &Value) -> Value {
    match kind(object) {
        "Deployment" => back::<Deployment>(object),
        "HorizontalPodAutoscaler" => back::<HorizontalPodAutoscaler>(object),
        "ConfigMap" => back::<ConfigMap>(object),
        "Namespace" => back::<Namespace>(object),
        "Service" => back::<Service>(object),
        "ServiceAccount" => back::<ServiceAccount>(object),
        "NetworkPolicy" => back::<NetworkPolicy>(object),
        "PodDisruptionBudget" => back::<PodDisruptionBudget>(object),
        other => panic!("no type for the kind {other}"),
    }
}

/// The paths of what is in `before` and not the same in `after`. Quantities and ports may be written as numbers.
fn lost(before: &Value, after: &Value, path: &str, found: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (key, value) in before {
                match after.get(key) {
                    Some(kept) => lost(value, kept, &format!("{path}.{key}"), found),
                    // An empty map says nothing that its absence does not say.
                    None if value.as_object().is_some_and(serde_json::Map::is_empty) => {}
                    None => found.push(format!("{path}.{key}")),
                }
            }
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (i, (one, other)) in before.iter().zip(after).enumerate() {
                lost(one, other, &format!("{path}[{i}]"), found);
            }
        }
        _ if before == after => {}
        _ => found.push(format!("{path}: {before} became {after}")),
    }
}

#[test]
fn every_object_survives_its_type() {
    let mut seen = 0;
    for render in renders() {
        for object in &render.objects {
            if CUSTOM.contains(&kind(object)) {
                continue;
            }
            let mut found = Vec::new();
            lost(object, &round_trip(object), kind(object), &mut found);
            assert_eq!(
                found,
                [""; 0],
                "{}: {} {}",
                render.name,
                kind(object),
                name(object)
            );
            seen += 1;
        }
    }
    assert!(seen > 30, "only {seen} objects");
}

#[test]
fn a_field_that_no_type_knows_is_noticed() {
    let mut objects = renders()[0].objects.clone();
    let deployment = objects
        .iter_mut()
        .find(|object| kind(object) == "Deployment")
        .expect("a Deployment");
    deployment["spec"]["template"]["spec"]["terminationGracePeriod"] = 40.into();
    let mut found = Vec::new();
    lost(deployment, &round_trip(deployment), "it", &mut found);
    assert_eq!(found, ["it.spec.template.spec.terminationGracePeriod"]);
}
