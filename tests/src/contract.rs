//! The contract as data: the values of its enums and the fields of its messages, by name.

use prost::Message as _;
use prost_types::FileDescriptorSet;

fn files() -> FileDescriptorSet {
    FileDescriptorSet::decode(tabuleiro_proto::DESCRIPTOR).expect("the build's own descriptors")
}

/// The values of an enum of the contract without their prefix and without `UNSPECIFIED`, in the order of their numbers.
#[must_use]
pub fn values(of: &str) -> Vec<String> {
    let files = files();
    let mut enums = files.file.iter().flat_map(|file| &file.enum_type);
    let found = enums.find(|it| it.name() == of);
    let found = found.unwrap_or_else(|| panic!("the contract has no enum {of}"));
    let prefix = format!("{}_", screaming(of));
    let names = found.value.iter().map(|value| {
        let name = value.name().strip_prefix(&prefix);
        name.unwrap_or_else(|| panic!("{} lacks the prefix {prefix}", value.name()))
            .to_owned()
    });
    names.filter(|name| name != "UNSPECIFIED").collect()
}

/// The same without some values, each of which must be there.
#[must_use]
pub fn values_but(of: &str, without: &[&str]) -> Vec<String> {
    let mut all = values(of);
    for name in without {
        let before = all.len();
        all.retain(|value| value != name);
        assert_eq!(all.len() + 1, before, "{of} has no {name} (any more)");
    }
    all
}

/// The names of the fields of a message of the contract. Fields that are messages of the contract themselves are
/// given by their own fields, as `repetition.count`, except those named in `whole`.
#[must_use]
pub fn fields(of: &str, whole: &[&str]) -> Vec<String> {
    let files = files();
    let messages: Vec<_> = files
        .file
        .iter()
        .flat_map(|file| &file.message_type)
        .collect();
    let find = |name: &str| messages.iter().find(|it| it.name() == name);
    let message = find(of).unwrap_or_else(|| panic!("the contract has no message {of}"));
    let mut names = Vec::new();
    for field in &message.field {
        let inner = field.type_name().rsplit('.').next().and_then(find);
        match inner {
            Some(inner) if !whole.contains(&field.name()) => {
                for part in &inner.field {
                    names.push(format!("{}.{}", field.name(), part.name()));
                }
            }
            _ => names.push(field.name().to_owned()),
        }
    }
    names
}

/// `NoSuchPiece` as `NO_SUCH_PIECE`.
#[must_use]
pub fn screaming(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 8);
    for (at, c) in name.chars().enumerate() {
        if c.is_ascii_uppercase() && at > 0 {
            out.push('_');
        }
        out.push(c.to_ascii_uppercase());
    }
    out
}
