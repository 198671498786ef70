//! What the server offers, read from the contract's own descriptors: method paths for telemetry, which of them
//! stream, and the descriptor sets for reflection.

use std::sync::Arc;

use prost::Message as _;
use prost_types::FileDescriptorSet;

/// The methods of every service that the server has.
#[derive(Clone, Debug)]
pub struct Methods {
    /// Sorted `/package.Service/Method` paths.
    all: Arc<[String]>,
    /// Those with a stream on either side.
    streaming: Arc<[String]>,
}

/// The descriptor sets of everything that this server answers.
#[must_use]
pub fn descriptor_sets() -> [&'static [u8]; 2] {
    [
        tabuleiro_proto::DESCRIPTOR,
        tonic_health::pb::FILE_DESCRIPTOR_SET,
    ]
}

impl Methods {
    /// The methods that encoded descriptor sets describe.
    ///
    /// # Errors
    /// A set that cannot be decoded.
    pub fn describe(sets: &[&[u8]]) -> Result<Methods, prost::DecodeError> {
        let mut all = Vec::new();
        let mut streaming = Vec::new();
        for set in sets {
            for file in FileDescriptorSet::decode(*set)?.file {
                for service in &file.service {
                    for method in &service.method {
                        let path =
                            format!("/{}.{}/{}", file.package(), service.name(), method.name());
                        if method.client_streaming() || method.server_streaming() {
                            streaming.push(path.clone());
                        }
                        all.push(path);
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        streaming.sort_unstable();
        streaming.dedup();
        Ok(Methods {
            all: all.into(),
            streaming: streaming.into(),
        })
    }

    /// The path of a method, if the server has it: for labels, which must be bounded.
    #[must_use]
    pub fn known(&self, path: &str) -> bool {
        find(&self.all, path)
    }

    /// Whether the method streams.
    #[must_use]
    pub fn streams(&self, path: &str) -> bool {
        find(&self.streaming, path)
    }
}

fn find(sorted: &[String], path: &str) -> bool {
    sorted
        .binary_search_by(|known| known.as_str().cmp(path))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contracts_methods_are_known_and_only_the_audit_and_the_health_watch_stream() {
        let methods = Methods::describe(&descriptor_sets()).expect("our own descriptors");
        assert!(methods.known("/tabuleiro.v1.RulesService/ApplyMove"));
        assert!(!methods.known("/tabuleiro.v1.RulesService/applymove"));
        assert_eq!(
            methods.streaming.as_ref(),
            [
                "/grpc.health.v1.Health/Watch",
                "/tabuleiro.v1.ArbiterService/AuditRecords"
            ]
        );
    }
}
