//! The service generator: tonic's clients and servers, and beside them what an SDK and a telemetry layer need: a
//! table of methods, a type for each unary method, and a trait with one typed call for each.

use std::fmt::Write as _;

use proc_macro2::TokenStream;
use prost_build::{Method, Service, ServiceGenerator};
use tonic_build::{Attributes, CodeGenBuilder};

const CODEC: &str = "tonic_prost::ProstCodec";
/// How servers answer batches: item by item, each encoded when it is there.
const BATCH_CODEC: &str = "crate::encoded::EncodedCodec";
const BATCH: &str = "Batch";

/// Generates Rust for each service of the contract.
#[derive(Default)]
pub(crate) struct Generator {
    services: Vec<String>,
}

impl ServiceGenerator for Generator {
    fn generate(&mut self, service: Service, buf: &mut String) {
        let described = DescribedService::new(&service, End::Client);
        let mut attributes = Attributes::default();
        attributes.push_mod(".", "#[cfg(feature = \"client\")]");
        let client = CodeGenBuilder::new()
            .attributes(attributes)
            .generate_client(&described, "super");
        let described = DescribedService::new(&service, End::Server);
        let mut attributes = Attributes::default();
        attributes.push_mod(".", "#[cfg(feature = \"server\")]");
        let server = CodeGenBuilder::new()
            .attributes(attributes)
            .generate_server(&described, "super");
        let _ = write!(buf, "{client}\n{server}\n");
        method_table(&service, buf);
        typed_calls(&service, buf);
        self.services.push(service.name);
    }

    fn finalize_package(&mut self, package: &str, buf: &mut String) {
        if self.services.is_empty() {
            return;
        }
        let _ = writeln!(buf, "/// The services of `{package}`.");
        let _ = writeln!(buf, "pub const SERVICES: &[crate::Service] = &[");
        for name in self.services.drain(..) {
            let module = module_name(&name);
            let _ = writeln!(
                buf,
                "crate::Service {{ name: \"{package}.{name}\", methods: {module}::METHODS }},"
            );
        }
        buf.push_str("];\n");
    }
}

/// `pub mod rules_service`: the table of methods, and a type for each unary one.
fn method_table(service: &Service, buf: &mut String) {
    let full_name = format!("{}.{}", service.package, service.proto_name);
    let module = module_name(&service.name);
    let _ = writeln!(
        buf,
        "/// The methods of `{full_name}`.\npub mod {module} {{"
    );
    let _ = writeln!(
        buf,
        "/// All methods, in the order of the contract.\npub const METHODS: &[crate::Method] = &["
    );
    for method in &service.methods {
        method_entry(&full_name, method, buf);
        buf.push_str(",\n");
    }
    buf.push_str("];\n");
    for method in service.methods.iter().filter(|method| is_unary(method)) {
        doc(&method.comments.leading, buf);
        let name = &method.proto_name;
        let _ = writeln!(buf, "#[derive(Clone, Copy, Debug)]\npub struct {name};");
        let _ = writeln!(
            buf,
            "impl crate::UnaryMethod for {name} {{\n\
             type Request = super::{};\ntype Response = super::{};\n\
             const METHOD: &'static crate::Method = &",
            method.input_type, method.output_type
        );
        method_entry(&full_name, method, buf);
        buf.push_str(";\n}\n");
    }
    buf.push_str("}\n");
}

fn method_entry(service: &str, method: &Method, buf: &mut String) {
    let name = &method.proto_name;
    let pure = method.options.idempotency_level()
        == prost_types::method_options::IdempotencyLevel::NoSideEffects;
    let _ = write!(
        buf,
        "crate::Method {{ service: \"{service}\", name: \"{name}\", path: \"/{service}/{name}\", \
         client_streaming: {}, server_streaming: {}, no_side_effects: {pure} }}",
        method.client_streaming, method.server_streaming
    );
}

/// `pub trait RulesServiceCalls`: one typed call for each unary method, over whatever carries calls.
fn typed_calls(service: &Service, buf: &mut String) {
    let name = &service.name;
    let module = module_name(name);
    let _ = writeln!(
        buf,
        "/// The unary calls of `{}.{}`, typed. Whatever carries calls ([`crate::UnaryCall`]) has them.\n\
         pub trait {name}Calls: crate::UnaryCall {{",
        service.package, service.proto_name
    );
    for method in service.methods.iter().filter(|method| is_unary(method)) {
        doc(&method.comments.leading, buf);
        let _ = writeln!(
            buf,
            "fn {}(&self, request: {}) -> impl ::core::future::Future<Output = \
             ::core::result::Result<{}, Self::Error>> + Send {{ self.unary::<{module}::{}>(request) }}",
            method.name, method.input_type, method.output_type, method.proto_name
        );
    }
    buf.push_str("}\n");
    let _ = writeln!(buf, "impl<T: crate::UnaryCall> {name}Calls for T {{}}");
}

fn is_unary(method: &Method) -> bool {
    !method.client_streaming && !method.server_streaming
}

fn doc(lines: &[String], buf: &mut String) {
    for line in lines {
        let _ = writeln!(buf, "///{line}");
    }
}

/// `RulesService` → `rules_service`.
fn module_name(name: &str) -> String {
    let mut module = String::new();
    for (i, c) in name.char_indices() {
        if c.is_ascii_uppercase() && i > 0 {
            module.push('_');
        }
        module.push(c.to_ascii_lowercase());
    }
    module
}

/// A service as tonic's generator wants it described.
struct DescribedService<'a> {
    service: &'a Service,
    methods: Vec<DescribedMethod>,
}

/// For which end of the wire Rust is generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Client,
    Server,
}

impl<'a> DescribedService<'a> {
    fn new(service: &'a Service, end: End) -> Self {
        let described = |method: &Method| DescribedMethod {
            answers_encoded: end == End::Server && method.proto_name.starts_with(BATCH),
            method: method.clone(),
        };
        let methods = service.methods.iter().map(described).collect();
        DescribedService { service, methods }
    }
}

impl tonic_build::Service for DescribedService<'_> {
    type Comment = String;
    type Method = DescribedMethod;

    fn name(&self) -> &str {
        &self.service.name
    }
    fn package(&self) -> &str {
        &self.service.package
    }
    fn identifier(&self) -> &str {
        &self.service.proto_name
    }
    fn methods(&self) -> &[DescribedMethod] {
        &self.methods
    }
    fn comment(&self) -> &[String] {
        &self.service.comments.leading
    }
}

/// A method as tonic's generator wants it described. All requests and responses are messages of the contract itself.
struct DescribedMethod {
    method: Method,
    answers_encoded: bool,
}

impl tonic_build::Method for DescribedMethod {
    type Comment = String;

    fn name(&self) -> &str {
        &self.method.name
    }
    fn identifier(&self) -> &str {
        &self.method.proto_name
    }
    fn codec_path(&self) -> &str {
        if self.answers_encoded {
            BATCH_CODEC
        } else {
            CODEC
        }
    }
    fn client_streaming(&self) -> bool {
        self.method.client_streaming
    }
    fn server_streaming(&self) -> bool {
        self.method.server_streaming
    }
    fn comment(&self) -> &[String] {
        &self.method.comments.leading
    }
    fn deprecated(&self) -> bool {
        self.method.options.deprecated()
    }
    fn request_response_name(
        &self,
        proto_path: &str,
        _compile_well_known_types: bool,
    ) -> (TokenStream, TokenStream) {
        let path = |path: String| {
            path.parse()
                .unwrap_or_else(|error| panic!("`{path}` is no Rust path: {error}"))
        };
        let request = format!("{proto_path}::{}", self.method.input_type);
        let mut response = format!("{proto_path}::{}", self.method.output_type);
        if self.answers_encoded {
            response = format!("crate::encoded::Encoded<{response}>");
        }
        (path(request), path(response))
    }
}
