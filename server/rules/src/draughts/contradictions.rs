//! Which switches cannot be played together, and why.

use super::{Choice, ManCaptures, Objective, Omission, Rules};
use super::{LARGEST_SIZE, LonePiece, SMALLEST_SIZE};

/// A reason why a set of rules cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// The board is no board of the family.
    #[error("a board of {files} files and {ranks} ranks: both must be even and from 6 to 14")]
    Size {
        /// Files.
        files: u8,
        /// Ranks.
        ranks: u8,
    },
    /// The men of the two sides leave no empty row between them, or there are none.
    #[error(
        "{rows} rows of men a side do not fit on {ranks} ranks with an empty row between the sides"
    )]
    TooManyRows {
        /// Rows of men a side.
        rows: u8,
        /// Ranks of the board.
        ranks: u8,
    },
    /// These pieces cannot capture that way along these lines.
    #[error("man_captures={man_captures} has no meaning with movement={movement}")]
    ManCaptures {
        /// The value of `man_captures`.
        man_captures: &'static str,
        /// The value of `movement`.
        movement: &'static str,
    },
    /// There is no omission that a capture of fewer pieces could be.
    #[error("omission_includes_fewer=yes has no meaning with {key}={value}")]
    FewerWithout {
        /// The switch that makes it meaningless.
        key: &'static str,
        /// Its value.
        value: &'static str,
    },
    /// A king cannot win the ending when the aim is another.
    #[error(
        "lone_piece_v_king={lone_piece} says that a king wins, objective={objective} that it does not"
    )]
    LonePiece {
        /// The value of `lone_piece_v_king`.
        lone_piece: &'static str,
        /// The value of `objective`.
        objective: &'static str,
    },
}

impl Contradiction {
    /// The switches that contradict each other.
    #[must_use]
    pub const fn keys(&self) -> &'static [&'static str] {
        match self {
            Contradiction::Size { .. } => &["size"],
            Contradiction::TooManyRows { .. } => &["rows_of_men", "size"],
            Contradiction::ManCaptures { .. } => &["man_captures", "movement"],
            Contradiction::FewerWithout { .. } => {
                &["omission_includes_fewer", "omission", "choice"]
            }
            Contradiction::LonePiece { .. } => &["lone_piece_v_king", "objective"],
        }
    }
}

/// Every contradiction in these rules.
pub(super) fn find(rules: &Rules) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let fits = |side: u8| side.is_multiple_of(2) && (SMALLEST_SIZE..=LARGEST_SIZE).contains(&side);
    if !fits(rules.files) || !fits(rules.ranks) {
        found.push(Contradiction::Size {
            files: rules.files,
            ranks: rules.ranks,
        });
        // Nothing that follows from a wrong size is worth saying.
        return found;
    }
    let rows = rules.rows_at_start();
    let held = u16::from(rows) + u16::from(rules.empty_rows_behind());
    if rows == 0 || 2 * held >= u16::from(rules.ranks) {
        found.push(Contradiction::TooManyRows {
            rows,
            ranks: rules.ranks,
        });
    }
    let sideways = rules.man_captures == ManCaptures::ForwardAndSideways;
    let backward = rules.man_captures == ManCaptures::ForwardAndBack;
    if (sideways && !rules.on_every_square()) || (backward && rules.on_every_square()) {
        found.push(Contradiction::ManCaptures {
            man_captures: rules.man_captures.id(),
            movement: rules.movement.id(),
        });
    }
    if rules.omission_includes_fewer {
        if !matches!(rules.omission, Omission::Huff | Omission::CorrectOnRequest) {
            found.push(Contradiction::FewerWithout {
                key: "omission",
                value: rules.omission.id(),
            });
        }
        if !matches!(
            rules.choice,
            Choice::Most | Choice::MostThenKings | Choice::MostThenWithKing | Choice::Italian
        ) {
            found.push(Contradiction::FewerWithout {
                key: "choice",
                value: rules.choice.id(),
            });
        }
    }
    if matches!(rules.lone_piece_v_king, LonePiece::Win | LonePiece::WinVMan)
        && rules.objective != Objective::Normal
    {
        found.push(Contradiction::LonePiece {
            lone_piece: rules.lone_piece_v_king.id(),
            objective: rules.objective.id(),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::RuleSet;
    use super::*;

    fn with(set: RuleSet, switches: &[(&str, &str)]) -> Vec<Contradiction> {
        let mut rules = set.rules();
        for (key, value) in switches {
            rules.set(key, value).expect("a switch");
        }
        rules.validate()
    }

    #[test]
    fn every_named_set_can_be_played() {
        for set in RuleSet::ALL {
            assert_eq!(set.rules().validate(), [], "{}", set.id());
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_the_switches_that_clash() {
        for (set, switches, keys) in [
            (
                RuleSet::Brazilian,
                vec![("rows_of_men", "4")],
                "rows_of_men",
            ),
            (RuleSet::Turkish, vec![("rows_of_men", "3")], "rows_of_men"),
            (
                RuleSet::Brazilian,
                vec![("movement", "orthogonal")],
                "man_captures",
            ),
            (
                RuleSet::Russian,
                vec![("man_captures", "forward_and_sideways")],
                "man_captures",
            ),
            (
                RuleSet::Brazilian,
                vec![("omission_includes_fewer", "yes")],
                "omission_includes_fewer",
            ),
            (
                RuleSet::Losing,
                vec![("lone_piece_v_king", "win")],
                "lone_piece_v_king",
            ),
        ] {
            let found = with(set, &switches);
            assert_eq!(found.len(), 1, "{switches:?}");
            assert_eq!(found[0].keys()[0], keys);
        }
        assert_eq!(
            with(
                RuleSet::Brazilian,
                &[("omission", "huff"), ("omission_includes_fewer", "yes")]
            ),
            []
        );
    }
}
