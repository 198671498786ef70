//! What the contract promises as a whole: its RPCs, its comments, its pages on errors.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test crate")]

use std::collections::BTreeSet;
use std::path::Path;

use prost::Message as _;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FileDescriptorProto, FileDescriptorSet};
use tabuleiro_proto::v1::{self, ErrorReason};
use tabuleiro_proto::{DESCRIPTOR, UnaryMethod, find_method};

const RPCS: [&str; 16] = [
    "RulesService/ListVariants",
    "RulesService/LegalMoves",
    "RulesService/ApplyMove",
    "RulesService/BatchLegalMoves",
    "RulesService/BatchApplyMove",
    "RulesService/ValidatePosition",
    "RulesService/RenderBoard",
    "RulesService/ListOpenings",
    "RulesService/DrawOpening",
    "ArbiterService/Adjudicate",
    "ArbiterService/BatchAdjudicate",
    "ArbiterService/CanMate",
    "ArbiterService/BatchCanMate",
    "ArbiterService/AuditRecords",
    "ArbiterService/CompareScoresheets",
    "RecordService/ConvertRecord",
];

/// The files of the contract with their comments, which the embedded descriptor leaves out.
fn with_comments() -> FileDescriptorSet {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = std::fs::read_dir(root.join("tabuleiro/v1"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect::<Vec<_>>();
    files.sort();
    protox::compile(files, [root]).unwrap()
}

fn own_files(set: &FileDescriptorSet) -> impl Iterator<Item = &FileDescriptorProto> {
    set.file
        .iter()
        .filter(|file| file.package() == "tabuleiro.v1")
}

#[test]
fn the_services_have_exactly_the_rpcs_of_the_design_and_all_are_without_side_effects() {
    let set = FileDescriptorSet::decode(DESCRIPTOR).unwrap();
    let mut described = BTreeSet::new();
    for service in own_files(&set).flat_map(|file| &file.service) {
        for method in &service.method {
            described.insert(format!("{}/{}", service.name(), method.name()));
            let options = method.options.as_ref().unwrap();
            assert_eq!(
                options.idempotency_level(),
                prost_types::method_options::IdempotencyLevel::NoSideEffects,
                "{}",
                method.name()
            );
        }
    }
    assert_eq!(
        described,
        RPCS.iter().map(|name| (*name).to_owned()).collect()
    );
}

#[test]
fn the_table_of_methods_is_the_contract() {
    let mut listed = BTreeSet::new();
    for service in v1::SERVICES {
        for method in service.methods {
            assert_eq!(method.service, service.name);
            assert_eq!(method.path, format!("/{}/{}", service.name, method.name));
            assert_eq!(find_method(method.path), Some(method));
            assert_eq!(method.is_unary(), method.name != "AuditRecords");
            assert!(method.no_side_effects);
            listed.insert(format!(
                "/tabuleiro.v1.{}",
                method.path.rsplit_once("v1.").unwrap().1
            ));
        }
    }
    let expected = RPCS.iter().map(|name| format!("/tabuleiro.v1.{name}"));
    assert_eq!(listed, expected.collect());
    assert_eq!(find_method("/tabuleiro.v1.RulesService/Nothing"), None);
    assert_eq!(
        v1::arbiter_service::CanMate::METHOD.path,
        "/tabuleiro.v1.ArbiterService/CanMate"
    );
}

#[test]
fn every_request_and_response_belongs_to_one_rpc() {
    let set = FileDescriptorSet::decode(DESCRIPTOR).unwrap();
    for method in own_files(&set)
        .flat_map(|file| &file.service)
        .flat_map(|service| &service.method)
    {
        let expected = |suffix: &str| format!(".tabuleiro.v1.{}{suffix}", method.name());
        assert_eq!(method.input_type(), expected("Request"));
        assert_eq!(method.output_type(), expected("Response"));
    }
}

#[test]
fn every_element_of_the_contract_has_a_comment() {
    let set = with_comments();
    let mut seen = 0;
    for file in own_files(&set) {
        let source = file.source_code_info.as_ref().unwrap();
        let mut check = |path: Vec<i32>, name: &str| {
            let comment = source
                .location
                .iter()
                .find(|location| location.path == path)
                .map_or("", |location| location.leading_comments());
            assert!(
                comment.trim().len() >= 5,
                "{}: {name} has no comment",
                file.name()
            );
            seen += 1;
        };
        for (m, message) in (0..).zip(&file.message_type) {
            check(vec![4, m], message.name());
            for (f, field) in (0..).zip(&message.field) {
                check(
                    vec![4, m, 2, f],
                    &format!("{}.{}", message.name(), field.name()),
                );
            }
        }
        for (e, list) in (0..).zip(&file.enum_type) {
            check(vec![5, e], list.name());
            for (v, value) in (0..).zip(&list.value) {
                check(vec![5, e, 2, v], value.name());
            }
        }
        for (s, service) in (0..).zip(&file.service) {
            check(vec![6, s], service.name());
            for (m, method) in (0..).zip(&service.method) {
                check(vec![6, s, 2, m], method.name());
            }
        }
    }
    assert!(seen > 500, "only {seen} elements were looked at");
}

/// The walk above does not go into nested types: there are none, so that every name stands alone in every language.
#[test]
fn no_type_is_nested() {
    let set = FileDescriptorSet::decode(DESCRIPTOR).unwrap();
    for message in own_files(&set).flat_map(|file| &file.message_type) {
        let DescriptorProto {
            nested_type,
            enum_type,
            ..
        } = message;
        assert!(
            nested_type.is_empty() && enum_type.is_empty(),
            "{}",
            message.name()
        );
    }
}

/// Counts fit a double in every language: 64 bits only where bytes, positions or games may exceed 31 bits.
#[test]
fn unsigned_and_floating_numbers_are_not_used() {
    let set = FileDescriptorSet::decode(DESCRIPTOR).unwrap();
    for message in own_files(&set).flat_map(|file| &file.message_type) {
        for field in &message.field {
            let name = format!("{}.{}", message.name(), field.name());
            let allowed = matches!(
                field.r#type(),
                Type::Int32
                    | Type::Int64
                    | Type::Bool
                    | Type::String
                    | Type::Bytes
                    | Type::Enum
                    | Type::Message
            );
            assert!(allowed || name == "DrawOpeningRequest.number", "{name}");
            assert_ne!(field.label(), Label::Required, "{name}");
        }
    }
}

#[test]
fn every_error_reason_has_a_page_and_every_page_a_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("errors");
    let pages = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect::<BTreeSet<_>>();
    let reasons = (1..)
        .map_while(|number| ErrorReason::try_from(number).ok())
        .collect::<Vec<_>>();
    assert!(reasons.len() >= 14);
    let expected = reasons
        .iter()
        .map(|reason| format!("{}.md", reason.reason()));
    assert_eq!(pages, expected.collect());
    for reason in reasons {
        let page = std::fs::read_to_string(folder.join(format!("{}.md", reason.reason()))).unwrap();
        assert!(page.starts_with(&format!("# {}\n", reason.reason())));
        assert!(page.contains("## What happened") && page.contains("## What to do"));
        assert_eq!(ErrorReason::from_reason(reason.reason()), Some(reason));
    }
    assert_eq!(ErrorReason::from_reason("UNSPECIFIED"), None);
    assert_eq!(ErrorReason::from_reason("FROM_A_LATER_SERVER"), None);
}
