//! What the objects of one render say of each other: selectors find pods, names name something, times add up.

use std::{collections::BTreeMap, time::Duration};

use k8s_openapi::{
    api::{
        apps::v1::Deployment,
        autoscaling::v2::HorizontalPodAutoscaler,
        core::v1::{PodSpec, Service},
        networking::v1::NetworkPolicy,
        policy::v1::PodDisruptionBudget,
    },
    apimachinery::pkg::{apis::meta::v1::LabelSelector, util::intstr::IntOrString},
};

use crate::render::{Render, kind, name, renders};

/// The Secrets that `deploy/README.md` tells to make.
const SECRETS: [&str; 3] = ["tabuleiro-token-key", "tabuleiro-tls", "tabuleiro-auth"];

type Labels = BTreeMap<String, String>;

/// Whether pods with these labels are selected.
fn selects(selector: &Labels, labels: &Labels) -> bool {
    selector
        .iter()
        .all(|(key, value)| labels.get(key) == Some(value))
}

fn selector(selector: &LabelSelector) -> Labels {
    assert!(
        selector.match_expressions.is_none(),
        "the tests know labels only"
    );
    selector.match_labels.clone().unwrap_or_default()
}

/// The labels and the spec of each Deployment's pods.
fn pods(render: &Render) -> Vec<(Labels, PodSpec)> {
    let deployments = render.typed::<Deployment>("Deployment");
    let pod = |deployment: Deployment| {
        let spec = deployment.spec.expect("a spec");
        let labels = spec
            .template
            .metadata
            .and_then(|meta| meta.labels)
            .expect("labels");
        assert!(
            selects(&selector(&spec.selector), &labels),
            "a Deployment selects its own pods"
        );
        (labels, spec.template.spec.expect("a pod"))
    };
    deployments.into_iter().map(pod).collect()
}

fn has_port(pod: &PodSpec, wanted: &IntOrString) -> bool {
    let mut ports = pod
        .containers
        .iter()
        .flat_map(|container| container.ports.iter().flatten());
    ports.any(|port| match wanted {
        IntOrString::Int(number) => port.container_port == *number,
        IntOrString::String(name) => port.name.as_ref() == Some(name),
    })
}

#[test]
fn a_service_finds_pods_that_have_its_ports() {
    for render in renders() {
        let pods = pods(render);
        for service in render.typed::<Service>("Service") {
            let spec = service.spec.expect("a spec");
            let wanted = spec.selector.expect("a selector");
            let (_, pod) = pods
                .iter()
                .find(|(labels, _)| selects(&wanted, labels))
                .unwrap_or_else(|| panic!("{}: {wanted:?} selects nothing", render.name));
            for port in spec.ports.into_iter().flatten() {
                let target = port.target_port.expect("a target");
                assert!(
                    has_port(pod, &target),
                    "{}: no port {target:?}",
                    render.name
                );
            }
        }
    }
}

#[test]
fn policies_speak_of_pods_and_ports_that_there_are() {
    for render in renders() {
        let pods = pods(render);
        for policy in render.typed::<NetworkPolicy>("NetworkPolicy") {
            let spec = policy.spec.expect("a spec");
            let wanted = selector(&spec.pod_selector.unwrap_or_default());
            let chosen: Vec<_> = pods
                .iter()
                .filter(|(labels, _)| selects(&wanted, labels))
                .collect();
            assert!(
                !chosen.is_empty(),
                "{}: {wanted:?} selects nothing",
                render.name
            );
            for rule in spec.ingress.into_iter().flatten() {
                for port in rule.ports.into_iter().flatten() {
                    let port = port.port.expect("a port");
                    assert!(
                        chosen.iter().all(|(_, pod)| has_port(pod, &port)),
                        "{}: {port:?}",
                        render.name
                    );
                }
                // Who calls is somebody else: a selector that the server's own labels slipped into lets nobody in.
                for peer in rule.from.into_iter().flatten() {
                    let peer = selector(&peer.pod_selector.unwrap_or_default());
                    assert!(
                        wanted["app.kubernetes.io/name"] != "tabuleiro-server"
                            || !peer.contains_key("app.kubernetes.io/name"),
                        "{}: {peer:?}",
                        render.name
                    );
                }
            }
        }
    }
}

#[test]
fn budget_and_autoscaler_are_of_the_server() {
    for render in renders() {
        let (labels, _) = pods(render)
            .into_iter()
            .find(|(labels, _)| labels["app.kubernetes.io/name"] == "tabuleiro-server")
            .expect("the server's pods");
        for budget in render.typed::<PodDisruptionBudget>("PodDisruptionBudget") {
            let wanted = selector(
                &budget
                    .spec
                    .and_then(|spec| spec.selector)
                    .expect("a selector"),
            );
            assert!(!wanted.is_empty() && selects(&wanted, &labels));
        }
        let own = render.typed::<HorizontalPodAutoscaler>("HorizontalPodAutoscaler");
        let keda: Vec<_> = render.of("ScaledObject").collect();
        assert_eq!(
            own.len() + keda.len(),
            1,
            "{}: one autoscaler, or they fight",
            render.name
        );
        for scaled in keda {
            assert_eq!(scaled["spec"]["scaleTargetRef"]["name"], "tabuleiro-server");
        }
        for scaler in own {
            let spec = scaler.spec;
            assert_eq!(spec.scale_target_ref.name, "tabuleiro-server");
            assert!(spec.min_replicas.expect("a minimum") <= spec.max_replicas);
        }
        let replicas = render.server().spec.and_then(|spec| spec.replicas);
        assert_eq!(replicas, None, "replicas belong to the autoscaler");
    }
}

#[test]
fn what_is_mounted_is_there_or_in_the_instructions() {
    for render in renders() {
        let maps: Vec<_> = render.of("ConfigMap").map(name).collect();
        for (_, pod) in pods(render) {
            let volumes = pod.volumes.unwrap_or_default();
            for volume in &volumes {
                if let Some(secret) = &volume.secret {
                    let secret = secret.secret_name.as_deref().expect("a name");
                    assert!(SECRETS.contains(&secret), "{}: {secret}", render.name);
                }
                if let Some(map) = &volume.config_map {
                    assert!(
                        maps.contains(&map.name.as_str()),
                        "{}: {}",
                        render.name,
                        map.name
                    );
                }
            }
            for mount in pod
                .containers
                .iter()
                .flat_map(|c| c.volume_mounts.iter().flatten())
            {
                assert!(
                    volumes.iter().any(|volume| volume.name == mount.name),
                    "{}: {}",
                    render.name,
                    mount.name
                );
            }
        }
    }
}

#[test]
fn every_secret_has_its_place_in_the_instructions() {
    let readme = std::fs::read_to_string(crate::render::deploy().join("README.md")).expect("it");
    for secret in SECRETS {
        assert!(readme.contains(secret), "README.md does not make {secret}");
    }
}

#[test]
fn every_object_stands_in_the_namespace_of_its_render() {
    for render in renders() {
        let spaces: Vec<_> = render.of("Namespace").map(name).collect();
        let [space] = spaces[..] else {
            panic!("{}: one namespace", render.name)
        };
        for object in &render.objects {
            if kind(object) != "Namespace" {
                assert_eq!(
                    object["metadata"]["namespace"],
                    space,
                    "{}: {} {}",
                    render.name,
                    kind(object),
                    name(object)
                );
            }
        }
    }
}

#[test]
fn the_time_to_end_is_longer_than_all_that_happens_in_it() {
    for render in renders() {
        let environment = render.environment();
        let time = |key: &str| {
            let text = environment.get(key).unwrap_or_else(|| panic!("no {key}"));
            humantime::parse_duration(text).expect("a duration")
        };
        let pod = render
            .server()
            .spec
            .and_then(|spec| spec.template.spec)
            .expect("a pod");
        let sleep = pod.containers[0]
            .lifecycle
            .as_ref()
            .and_then(|lifecycle| lifecycle.pre_stop.as_ref()?.sleep.as_ref())
            .expect("preStop sleeps");
        let seconds = |n: i64| Duration::from_secs(n.try_into().expect("not negative"));
        let drain = time("TABULEIRO_DRAIN_TIMEOUT");
        let all = seconds(sleep.seconds) + time("TABULEIRO_DRAIN_PAUSE") + drain;
        let grace = seconds(
            pod.termination_grace_period_seconds
                .expect("a grace period"),
        );
        assert!(grace > all, "{}: {grace:?} for {all:?}", render.name);
        assert!(
            time("TABULEIRO_MAX_CALL_TIME") < drain,
            "{}: an admitted call must be able to end",
            render.name
        );
    }
}

/// The profile *restricted* of the Pod Security Standards, and a root file system that nobody writes.
#[test]
fn every_pod_is_as_restricted_as_its_namespace_asks() {
    for render in renders() {
        let namespace = render.of("Namespace").next().expect("a namespace");
        let enforced = &namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"];
        assert_eq!(enforced, "restricted");
        for (_, pod) in pods(render) {
            let context = pod.security_context.as_ref().expect("a context");
            assert_eq!(context.run_as_non_root, Some(true));
            assert!(context.run_as_user.is_some_and(|user| user > 0));
            let profile = context.seccomp_profile.as_ref().expect("a profile");
            assert_eq!(profile.type_, "RuntimeDefault");
            assert_eq!(pod.automount_service_account_token, Some(false));
            assert!(pod.host_network.is_none() && pod.host_pid.is_none() && pod.host_ipc.is_none());
            for volume in pod.volumes.iter().flatten() {
                assert!(volume.secret.is_some() || volume.config_map.is_some());
            }
            for container in &pod.containers {
                let context = container.security_context.as_ref().expect("a context");
                assert_eq!(context.allow_privilege_escalation, Some(false));
                assert_eq!(context.read_only_root_filesystem, Some(true));
                let capabilities = context.capabilities.as_ref().expect("capabilities");
                assert_eq!(capabilities.drop.as_deref(), Some(&["ALL".to_owned()][..]));
                assert_eq!(capabilities.add, None);
            }
        }
    }
}
