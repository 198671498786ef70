//! What request messages become in memory, estimated from their bytes before they are read. Two bytes of an empty item
//! become a structure of some hundred; the contract's descriptors say which.

use std::{collections::HashMap, sync::Arc};

use prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorSet,
    field_descriptor_proto::{Label, Type},
};

/// How deep messages are followed; prost reads no deeper.
const DEEPEST: u32 = 100;

/// What a list costs per element beside the element: it grows by doubling.
const GROWTH: u64 = 2;

/// The shapes of all messages, and which of them each method takes.
#[derive(Clone, Debug, Default)]
pub struct Shapes(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    messages: Vec<Shape>,
    inputs: HashMap<String, usize>,
    /// The largest structure that an element of a list can be.
    largest: u64,
}

/// One message type.
#[derive(Debug, Default)]
struct Shape {
    /// Bytes of the structure itself, lists and texts outside it not counted.
    inline: u64,
    fields: Vec<(u64, Field)>,
}

#[derive(Clone, Copy, Debug)]
struct Field {
    kind: Kind,
    is_list: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Message(usize),
    Bytes,
    Number,
}

impl Shapes {
    /// The shapes that descriptor sets describe.
    pub(super) fn of(sets: &[FileDescriptorSet]) -> Shapes {
        let mut described = Vec::new();
        for file in sets.iter().flat_map(|set| &set.file) {
            for message in &file.message_type {
                collect(&format!(".{}", file.package()), message, &mut described);
            }
        }
        let places: HashMap<&str, usize> = described
            .iter()
            .enumerate()
            .map(|(place, (name, _))| (name.as_str(), place))
            .collect();
        let mut messages: Vec<Shape> = described
            .iter()
            .map(|(_, message)| Shape {
                inline: 0,
                fields: fields(message, &places),
            })
            .collect();
        for (place, (_, message)) in described.iter().enumerate() {
            let inline = inline(&described, &places, message, &mut vec![place]);
            if let Some(shape) = messages.get_mut(place) {
                shape.inline = inline;
            }
        }
        let mut inputs = HashMap::new();
        for file in sets.iter().flat_map(|set| &set.file) {
            for service in &file.service {
                for method in &service.method {
                    let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                    if let Some(place) = places.get(method.input_type()) {
                        inputs.insert(path, *place);
                    }
                }
            }
        }
        let largest = messages.iter().map(|shape| shape.inline).max().unwrap_or(0);
        Shapes(Arc::new(Known {
            messages,
            inputs,
            largest: largest.max(32),
        }))
    }

    /// The message that a method takes.
    pub(crate) fn input(&self, path: &str) -> Option<usize> {
        self.0.inputs.get(path).copied()
    }

    /// So many bytes of any message never become more than `memory`.
    pub(crate) fn harmless(&self, memory: u64) -> u64 {
        // The shortest element has two bytes.
        memory / (self.0.largest * GROWTH) * 2
    }

    /// What the bytes of a message become, counted up to a little more than `most`. Bytes that are no message count as far as
    /// they can be followed: reading them fails at the same place.
    pub(crate) fn memory(&self, message: usize, bytes: &[u8], most: u64) -> u64 {
        let mut total = 0;
        self.count(message, bytes, most, 0, &mut total);
        total
    }

    fn count(
        &self,
        message: usize,
        mut bytes: &[u8],
        most: u64,
        depth: u32,
        total: &mut u64,
    ) -> Option<()> {
        let shape = self.0.messages.get(message)?;
        if depth > DEEPEST {
            return None;
        }
        while !bytes.is_empty() {
            let tag = varint(&mut bytes)?;
            let field = shape.fields.iter().find(|(number, _)| *number == tag >> 3);
            let field = field.map(|(_, field)| *field);
            match tag & 7 {
                0 => {
                    varint(&mut bytes)?;
                    *total += list_of(field, 8);
                }
                1 => {
                    bytes = bytes.get(8..)?;
                    *total += list_of(field, 8);
                }
                5 => {
                    bytes = bytes.get(4..)?;
                    *total += list_of(field, 8);
                }
                2 => {
                    let len = usize::try_from(varint(&mut bytes)?).ok()?;
                    let (value, rest) = bytes.split_at_checked(len)?;
                    bytes = rest;
                    match field.map(|field| field.kind) {
                        Some(Kind::Message(inner)) => {
                            let inline = self.0.messages.get(inner)?.inline;
                            *total += list_of(field, inline);
                            self.count(inner, value, most, depth + 1, total)?;
                        }
                        Some(Kind::Bytes) => *total += list_of(field, 32) + len as u64,
                        // Packed: a byte each at least.
                        Some(Kind::Number) => *total += len as u64 * 8 * GROWTH,
                        None => {}
                    }
                }
                _ => return None,
            }
            if *total > most {
                return None;
            }
        }
        Some(())
    }
}

/// What one more element of a list costs; nothing where it is none, as the structure around it has been counted.
fn list_of(field: Option<Field>, inline: u64) -> u64 {
    match field {
        Some(Field { is_list: true, .. }) => inline * GROWTH,
        _ => 0,
    }
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn collect<'a>(
    scope: &str,
    message: &'a DescriptorProto,
    into: &mut Vec<(String, &'a DescriptorProto)>,
) {
    let name = format!("{scope}.{}", message.name());
    for nested in &message.nested_type {
        collect(&name, nested, into);
    }
    into.push((name, message));
}

fn is_list(field: &FieldDescriptorProto) -> bool {
    field.label() == Label::Repeated
}

fn fields(message: &DescriptorProto, places: &HashMap<&str, usize>) -> Vec<(u64, Field)> {
    let field = |field: &FieldDescriptorProto| {
        let kind = match field.r#type() {
            Type::Message => Kind::Message(*places.get(field.type_name())?),
            Type::String | Type::Bytes => Kind::Bytes,
            _ => Kind::Number,
        };
        let number = u64::try_from(field.number()).ok()?;
        let is_list = is_list(field);
        Some((number, Field { kind, is_list }))
    };
    message.field.iter().filter_map(field).collect()
}

/// The size of the generated structure, rather too large than too small.
fn inline(
    all: &[(String, &DescriptorProto)],
    places: &HashMap<&str, usize>,
    message: &DescriptorProto,
    inside: &mut Vec<usize>,
) -> u64 {
    let mut size = 8;
    let mut choices: HashMap<i32, u64> = HashMap::new();
    for field in &message.field {
        let own = match field.r#type() {
            _ if is_list(field) => 24,
            Type::String | Type::Bytes => 32,
            Type::Message => match places.get(field.type_name()) {
                // A message inside itself is boxed.
                Some(place) if !inside.contains(place) => {
                    inside.push(*place);
                    let inner = all.get(*place).map(|(_, message)| *message);
                    let size = inner.map_or(8, |inner| inline(all, places, inner, inside) + 8);
                    inside.pop();
                    size
                }
                _ => 8,
            },
            _ => 16,
        };
        match field.oneof_index {
            Some(choice) => {
                let most = choices.entry(choice).or_default();
                *most = own.max(*most);
            }
            None => size += own,
        }
    }
    size + choices.values().map(|most| most + 8).sum::<u64>()
}

#[cfg(test)]
mod tests {
    use prost::Message as _;
    use tabuleiro_proto::v1;

    use super::*;

    fn shapes() -> Shapes {
        let set = FileDescriptorSet::decode(tabuleiro_proto::DESCRIPTOR).expect("ours");
        Shapes::of(&[set])
    }

    fn estimate(path: &str, message: &impl prost::Message) -> u64 {
        let shapes = shapes();
        let input = shapes.input(path).expect("a method");
        shapes.memory(input, &message.encode_to_vec(), u64::MAX)
    }

    #[test]
    fn empty_items_are_counted_at_no_less_than_their_structures() {
        let requests = vec![v1::AdjudicateRequest::default(); 1_000];
        let size = 1_000 * size_of::<v1::AdjudicateRequest>() as u64;
        let path = "/tabuleiro.v1.ArbiterService/BatchAdjudicate";
        let estimated = estimate(
            path,
            &v1::BatchAdjudicateRequest {
                requests,
                work_budget: 0,
            },
        );
        assert!(
            (size..8 * size).contains(&estimated),
            "{estimated} of {size}"
        );

        let requests = vec![v1::LegalMovesRequest::default(); 1_000];
        let size = 1_000 * size_of::<v1::LegalMovesRequest>() as u64;
        let path = "/tabuleiro.v1.RulesService/BatchLegalMoves";
        let estimated = estimate(path, &v1::BatchLegalMovesRequest { requests });
        assert!(
            (size..8 * size).contains(&estimated),
            "{estimated} of {size}"
        );

        let actions = vec![v1::Action::default(); 1_000];
        let size = 1_000 * size_of::<v1::Action>() as u64;
        let path = "/tabuleiro.v1.RulesService/ApplyMove";
        let request = v1::ApplyMoveRequest {
            actions,
            ..Default::default()
        };
        let estimated = estimate(path, &request);
        assert!(
            (size..8 * size).contains(&estimated),
            "{estimated} of {size}"
        );
    }

    #[test]
    fn lists_deep_inside_count_too() {
        let record = v1::Record {
            moves: vec![String::new(); 500],
            facts: vec![v1::Fact::default(); 500],
            ..Default::default()
        };
        let request = v1::LegalMovesRequest {
            game: Some(v1::Game {
                standing: Some(v1::game::Standing::Record(record)),
                ..Default::default()
            }),
            ..Default::default()
        };
        let size = 500 * (size_of::<String>() + size_of::<v1::Fact>()) as u64;
        let estimated = estimate("/tabuleiro.v1.RulesService/LegalMoves", &request);
        assert!(estimated >= size, "{estimated} of {size}");
    }

    #[test]
    fn what_is_called_harmless_is() {
        let shapes = shapes();
        let input = shapes
            .input("/tabuleiro.v1.ArbiterService/BatchAdjudicate")
            .expect("a method");
        let harmless = usize::try_from(shapes.harmless(1 << 20)).expect("small");
        let worst: Vec<u8> = [0x0a, 0].into_iter().cycle().take(harmless).collect();
        assert!(shapes.memory(input, &worst, u64::MAX) <= 1 << 20);
    }

    #[test]
    fn bytes_that_are_no_message_end_the_count() {
        let shapes = shapes();
        let input = shapes
            .input("/tabuleiro.v1.RulesService/ApplyMove")
            .expect("a method");
        for bytes in [&[0xff; 40][..], &[0x0a, 200, 1], &[0x0b], &[0x09, 1]] {
            assert!(shapes.memory(input, bytes, u64::MAX) < 10_000);
        }
    }
}
