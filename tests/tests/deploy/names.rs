//! What the manifests name of the program exists in it: settings and their values, ports, services of probes and routes.

use std::{collections::BTreeMap, fs, path::Path};

use clap::{ArgAction, CommandFactory as _, Parser as _};
use prost::Message as _;
use prost_types::FileDescriptorSet;
use tabuleiro_server::{Config, config::Flags};

use crate::render::{Render, deploy, renders};

/// Variables that are not the server's: of OpenTelemetry's SDK, and those that its value is put together from.
const OTHERS: [&str; 4] = [
    "OTEL_RESOURCE_ATTRIBUTES",
    "POD_NAME",
    "POD_NAMESPACE",
    "NODE_NAME",
];

/// Services that every server here has beside its own.
const COMMON: [&str; 3] = [
    "grpc.health.v1.Health",
    "grpc.reflection.v1.ServerReflection",
    "grpc.reflection.v1alpha.ServerReflection",
];

/// The flag of each environment variable, and whether it takes a value.
fn flags() -> BTreeMap<String, (String, bool)> {
    let command = Flags::command();
    let flag = |argument: &clap::Arg| {
        let variable = argument.get_env()?.to_str()?.to_owned();
        let takes_value = !matches!(argument.get_action(), ArgAction::SetTrue);
        Some((
            variable,
            (format!("--{}", argument.get_long()?), takes_value),
        ))
    };
    command.get_arguments().filter_map(flag).collect()
}

/// Every word of a text that has the form of one of our variables.
fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
        .filter(|word| word.starts_with("TABULEIRO_") && word.len() > "TABULEIRO_".len())
}

/// The methods and services of the contract, by full name.
pub(crate) fn methods() -> Vec<String> {
    let set = FileDescriptorSet::decode(tabuleiro_proto::DESCRIPTOR).expect("a descriptor");
    let mut all = Vec::new();
    for file in set.file {
        for service in &file.service {
            for method in &service.method {
                all.push(format!(
                    "{}.{}/{}",
                    file.package(),
                    service.name(),
                    method.name()
                ));
            }
        }
    }
    all
}

fn is_service(name: &str) -> bool {
    COMMON.contains(&name)
        || methods()
            .iter()
            .any(|method| method.split('/').next() == Some(name))
}

#[test]
fn every_setting_is_a_flag_of_the_server() {
    let flags = flags();
    for render in renders() {
        for variable in render.environment().keys() {
            assert!(
                flags.contains_key(variable) || OTHERS.contains(&variable.as_str()),
                "{}: the server has no {variable}",
                render.name
            );
        }
    }
}

/// Whether a variable is read where the server is built, and not where it runs.
fn is_of_the_build(variable: &str) -> bool {
    let facts = include_str!("../../../server/src/services/catalogue.rs");
    facts.contains(&format!("option_env!(\"{variable}\")"))
}

#[test]
fn every_setting_in_a_file_of_deploy_is_a_flag_of_the_server() {
    let flags = flags();
    let mut folders = vec![deploy()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // A picture names no setting.
            if path.extension().is_some_and(|kind| kind == "png") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("text");
            for variable in variables(&text) {
                assert!(
                    flags.contains_key(variable) || is_of_the_build(variable),
                    "{}: {variable}",
                    path.display()
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "only {seen} settings");
}

/// What the Secrets of the instructions would hold, in a folder of this test.
fn secrets(folder: &Path) {
    let own = rcgen::generate_simple_self_signed(["tabuleiro".to_owned()]).expect("a certificate");
    let certificate = own.cert.pem();
    let key = own.signing_key.serialize_pem();
    for (file, text) in [
        ("tls/tls.crt", certificate.as_str()),
        ("tls/tls.key", key.as_str()),
        ("tls/ca.crt", certificate.as_str()),
        (
            "keys/token-key",
            "c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3JldA==",
        ),
        (
            "auth/tokens",
            "room-1 sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 RulesService",
        ),
    ] {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
}

/// The configuration that the server makes of a render's environment, with the Secrets in `folder`.
fn configuration(render: &Render, folder: &Path) -> Config {
    let flags = flags();
    let mut arguments = vec!["tabuleiro-server".to_owned()];
    for (variable, value) in render.environment() {
        let Some((flag, takes_value)) = flags.get(&variable) else {
            continue;
        };
        let value = value.replace("/etc/tabuleiro", &folder.display().to_string());
        match (takes_value, value.as_str()) {
            (true, _) => arguments.extend([flag.clone(), value]),
            (false, "true") => arguments.push(flag.clone()),
            (false, "false") => {}
            (false, other) => panic!("{}: {variable} is {other}", render.name),
        }
    }
    let flags = Flags::try_parse_from(&arguments).unwrap_or_else(|error| panic!("{error}"));
    flags
        .resolve()
        .unwrap_or_else(|faults| panic!("{}: {faults}", render.name))
}

#[test]
fn the_server_accepts_every_value_and_listens_where_probes_ask() {
    let folder = std::env::temp_dir().join(format!("tabuleiro-deploy-{}", std::process::id()));
    secrets(&folder);
    for render in renders() {
        let config = configuration(render, &folder);
        assert!(config.keys.seals(), "{}: tokens are sealed", render.name);

        let pod = render
            .server()
            .spec
            .and_then(|spec| spec.template.spec)
            .expect("a pod");
        let container = &pod.containers[0];
        let port = |name: &str| {
            let mut ports = container.ports.iter().flatten();
            let port = ports.find(|port| port.name.as_deref() == Some(name));
            u16::try_from(port.expect("the port").container_port).expect("a port")
        };
        let listens = |port: u16| config.listen.iter().any(|address| address.port() == port);
        let admin = |port: u16| config.admin.iter().any(|address| address.port() == port);
        assert!(listens(port("grpc")), "{}", render.name);
        assert!(admin(port("admin")), "{}", render.name);
        for (probe, service) in [
            (&container.liveness_probe, ""),
            (&container.readiness_probe, "tabuleiro.v1.RulesService"),
        ] {
            let probe = probe
                .as_ref()
                .and_then(|probe| probe.grpc.as_ref())
                .expect("a gRPC probe");
            let asked = u16::try_from(probe.port).expect("a port");
            assert!(listens(asked) || admin(asked), "{}: {asked}", render.name);
            assert_eq!(probe.service.as_deref().unwrap_or_default(), service);
            assert!(service.is_empty() || is_service(service));
        }
    }
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_route_leads_to_services_and_a_port_that_there_are() {
    let mut seen = 0;
    for render in renders() {
        for route in render.of("GRPCRoute") {
            let mut routed = Vec::new();
            for rule in route["spec"]["rules"].as_array().expect("rules") {
                for rule_match in rule["matches"].as_array().expect("matches") {
                    let service = rule_match["method"]["service"].as_str().expect("a service");
                    assert!(is_service(service), "{service}");
                    routed.push(service);
                }
                for backend in rule["backendRefs"].as_array().expect("backends") {
                    let mut services = render.of("Service");
                    let service = services.find(|s| s["metadata"]["name"] == backend["name"]);
                    assert_eq!(
                        service.expect("a Service")["spec"]["ports"][0]["port"],
                        backend["port"]
                    );
                    seen += 1;
                }
            }
            for method in methods() {
                let service = method.split('/').next().expect("a service");
                assert!(routed.contains(&service), "{service} has no route");
            }
        }
    }
    assert!(seen > 0, "no route");
}
