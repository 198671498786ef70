//! Client certificates that may call. A line is the subject as the transport reads it from the verified certificate
//! ([`crate::Peer::certificate_subject`]), in double quotes where it has spaces, and what it allows:
//!
//! ```text
//! spiffe://club.example/room   RulesService
//! "Chief Arbiter"              ArbiterService RecordService
//! ```

use std::{collections::HashMap, sync::Arc};

use super::{Caller, Credential, Permissions, lines::lines, tokens::permissions};

/// The subjects of a file.
#[derive(Debug)]
pub struct Subjects(HashMap<Arc<str>, Permissions>);

impl Subjects {
    /// The subjects of a file's text.
    ///
    /// # Errors
    /// Every fault with its line.
    pub fn parse(text: &str) -> Result<Subjects, Vec<String>> {
        let (lines, mut faults) = lines(text);
        let mut subjects = HashMap::new();
        for line in lines {
            let at = line.number;
            let Some((subject, allowed)) = line.words.split_first() else {
                continue;
            };
            let Some(permissions) = permissions(at, allowed, &mut faults) else {
                continue;
            };
            if subjects.insert(Arc::from(*subject), permissions).is_some() {
                faults.push(format!("line {at}: an earlier line has the same subject"));
            }
        }
        if subjects.is_empty() && faults.is_empty() {
            faults.push("there is no subject in it, so that no certificate could call".to_owned());
        }
        if faults.is_empty() {
            Ok(Subjects(subjects))
        } else {
            Err(faults)
        }
    }

    /// The caller with this subject.
    pub(super) fn find(&self, subject: &str) -> Option<Caller> {
        let (name, permissions) = self.0.get_key_value(subject)?;
        Some(Caller {
            name: Arc::clone(name),
            by: Credential::Certificate,
            permissions: permissions.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_found_whole_or_not_at_all() {
        let subjects = Subjects::parse("spiffe://a/room *\n\"Chief Arbiter\" AuditRecords\n")
            .expect("two subjects");
        assert!(subjects.find("spiffe://a/room").is_some());
        assert!(subjects.find("Chief Arbiter").is_some());
        assert!(subjects.find("Chief").is_none());
        assert!(subjects.find("spiffe://a/ROOM").is_none());
    }

    #[test]
    fn every_fault_is_told_with_its_line() {
        let faults = Subjects::parse("a\nb Nope\nc *\nc *\n").expect_err("three faults");
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[2].starts_with("line 4: "), "{faults:?}");
        assert!(Subjects::parse("").is_err());
    }
}
