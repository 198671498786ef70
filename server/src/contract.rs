//! What the server offers, read from the contract's own descriptors: method paths for telemetry, which of them
//! stream, and the descriptor sets for reflection.

mod shapes;

use std::sync::Arc;

use prost::Message as _;
use prost_types::FileDescriptorSet;

pub use shapes::Shapes;

/// What a method that the server does not have is called in telemetry, so that labels stay bounded.
const OTHER: &str = "_OTHER";

/// The methods of every service that the server has.
#[derive(Clone, Debug)]
pub struct Methods {
    /// Sorted `/package.Service/Method` paths.
    all: Arc<[String]>,
    /// Their names in telemetry, in the same order, and last the one for all others.
    labels: Arc<[Arc<str>]>,
    /// Those with a stream on either side.
    streaming: Arc<[String]>,
    shapes: Shapes,
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
        let sets: Vec<_> = sets
            .iter()
            .map(|set| FileDescriptorSet::decode(*set))
            .collect::<Result<_, _>>()?;
        for set in &sets {
            for file in &set.file {
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
        let labels = all.iter().map(|path| path.trim_start_matches('/'));
        Ok(Methods {
            labels: labels.chain([OTHER]).map(Arc::from).collect(),
            all: all.into(),
            streaming: streaming.into(),
            shapes: Shapes::of(&sets),
        })
    }

    /// The path of a method, if the server has it: for labels, which must be bounded.
    #[must_use]
    pub fn known(&self, path: &str) -> bool {
        find(&self.all, path)
    }

    /// What a path is called in telemetry: the method's name, or `_OTHER`.
    #[must_use]
    pub fn label(&self, path: &str) -> &Arc<str> {
        let place = place(&self.all, path).unwrap_or(self.all.len());
        // There is one label more than there are methods.
        &self.labels[place]
    }

    /// The shapes of what methods take.
    #[must_use]
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Whether the method streams.
    #[must_use]
    pub fn streams(&self, path: &str) -> bool {
        find(&self.streaming, path)
    }
}

fn find(sorted: &[String], path: &str) -> bool {
    place(sorted, path).is_some()
}

fn place(sorted: &[String], path: &str) -> Option<usize> {
    sorted
        .binary_search_by(|known| known.as_str().cmp(path))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contracts_methods_are_known_and_only_the_audit_and_the_health_watch_stream() {
        let methods = Methods::describe(&descriptor_sets()).expect("our own descriptors");
        assert!(methods.known("/tabuleiro.v1.RulesService/ApplyMove"));
        assert!(!methods.known("/tabuleiro.v1.RulesService/applymove"));
        let label = |path| &**methods.label(path);
        assert_eq!(
            label("/tabuleiro.v1.RulesService/ApplyMove"),
            "tabuleiro.v1.RulesService/ApplyMove"
        );
        assert_eq!(label("/tabuleiro.v1.RulesService/applymove"), "_OTHER");
        assert_eq!(
            methods.streaming.as_ref(),
            [
                "/grpc.health.v1.Health/Watch",
                "/tabuleiro.v1.ArbiterService/AuditRecords"
            ]
        );
    }
}
