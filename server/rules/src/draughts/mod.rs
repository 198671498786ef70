//! The draughts family: one engine, in which a rule set is data.
