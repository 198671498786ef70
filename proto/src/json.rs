//! The [protobuf JSON mapping](https://protobuf.dev/programming-guides/json/) by descriptor: `serde` for every message of
//! the contract, and for `google.rpc.Status`, whose details are written out beside their `@type`.
//!
//! Reading is strict: an unknown field or enum name is an error, never skipped.

use std::sync::LazyLock;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, ReflectMessage as _};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tonic_types::pb;

/// The contract, and the details that errors carry. Both sets are constants of the build, checked by this module's tests;
/// an empty pool makes every conversion an error, never a panic.
static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| pool().unwrap_or_default());

fn pool() -> Option<DescriptorPool> {
    let mut pool = DescriptorPool::decode(crate::DESCRIPTOR).ok()?;
    // `google.rpc.Status` is in both sets, under two file names.
    let details = prost_types::FileDescriptorSet::decode(pb::FILE_DESCRIPTOR_SET).ok()?;
    let missing = details.file.into_iter().filter(|file| {
        file.message_type.iter().any(|message| {
            pool.get_message_by_name(&format!("{}.{}", file.package(), message.name()))
                .is_none()
        })
    });
    let missing = missing.collect::<Vec<_>>();
    pool.add_file_descriptor_protos(missing).ok()?;
    Some(pool)
}

fn descriptor(name: &str) -> Option<MessageDescriptor> {
    POOL.get_message_by_name(name)
}

pub(crate) fn serialize<M: Message, S: Serializer>(
    name: &str,
    message: &M,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let descriptor = descriptor(name).ok_or_else(|| S::Error::custom("no descriptor"))?;
    let mut dynamic = DynamicMessage::new(descriptor);
    dynamic.transcode_from(message).map_err(S::Error::custom)?;
    dynamic.serialize(serializer)
}

pub(crate) fn deserialize<'de, M: Message + Default, D: Deserializer<'de>>(
    name: &str,
    deserializer: D,
) -> Result<M, D::Error> {
    let descriptor = descriptor(name).ok_or_else(|| D::Error::custom("no descriptor"))?;
    let dynamic = DynamicMessage::deserialize(descriptor, deserializer)?;
    debug_assert_eq!(dynamic.descriptor().full_name(), name);
    dynamic.transcode_to().map_err(D::Error::custom)
}

/// Serde for messages of the contract, by name.
macro_rules! json_messages {
    ($($name:ident),* $(,)?) => {
        $(
            impl serde::Serialize for crate::v1::$name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serialize(concat!("tabuleiro.v1.", stringify!($name)), self, serializer)
                }
            }
            impl<'de> serde::Deserialize<'de> for crate::v1::$name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserialize(concat!("tabuleiro.v1.", stringify!($name)), deserializer)
                }
            }
        )*
    };
}
include!(concat!(env!("OUT_DIR"), "/json.rs"));

/// A `google.rpc.Status` with the JSON mapping: what a failed call answered, to be printed. A detail of a type outside
/// `google.rpc` cannot be written out and makes the whole an error.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusJson(pub pb::Status);

impl Serialize for StatusJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize("google.rpc.Status", &self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for StatusJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize("google.rpc.Status", deserializer).map(StatusJson)
    }
}
