//! What the documents are called that more than one part of the core cites: a document has one name, wherever it is cited.

pub(crate) const FMJD64: &str = "FMJD section 64 rules";
pub(crate) const CBD: &str = "CBD rule list";
pub(crate) const WCDF: &str = "WCDF rules of draughts";
pub(crate) const FID: &str = "FID Regolamento Tecnico";
pub(crate) const FPD: &str = "FPD Damas Clássicas";
pub(crate) const APCA: &str = "APCA rules of pool checkers";
pub(crate) const FRISIAN: &str = "Official Frisian Draughts rules";
pub(crate) const TDF: &str = "TDF championship rules";
/// What the house has changed.
pub(crate) const HOUSE: &str = "House rules";
