//! A draughts rule set as data: the value of every switch, read and changed by name.

use super::{
    BlockedPlayer, Choice, Contradiction, Corner, Geometry, Hand, KingLanding, KingReach, KingStep,
    LonePiece, ManCaptures, Movement, Naming, Objective, Omission, Promotion, Removal, RuleSet,
};
use crate::Side;

/// Fewest files or ranks of a board.
pub const SMALLEST_SIZE: u8 = 6;
/// Most files or ranks of a board.
pub const LARGEST_SIZE: u8 = 14;
/// Highest limit of a king's run of quiet moves.
pub const LARGEST_KING_RUN: u8 = 100;

/// The value of every switch of a draughts game.
///
/// Start from a named set ([`RuleSet::rules`]) and change what the house wants; [`Rules::validate`] says
/// whether the whole can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The named set it started from.
    pub base: RuleSet,
    /// Files of the board, even, 6 to 14.
    pub files: u8,
    /// Ranks of the board, even, 6 to 14.
    pub ranks: u8,
    /// Rows of men of each side at the start; `None` is what the board's size gives.
    pub rows_of_men: Option<u8>,
    /// The near corner that is played on, as each player sees it. Without meaning where every square is.
    pub dark_corner: Hand,
    /// Where square 1 lies.
    pub numbering: Corner,
    /// How squares are called by default.
    pub naming: Naming,
    /// Who moves first.
    pub first_player: Side,
    /// Along which lines the pieces go.
    pub movement: Movement,
    /// In which directions a man captures.
    pub man_captures: ManCaptures,
    /// Whether a man may capture a king.
    pub man_takes_king: bool,
    /// How far a king goes when it does not capture.
    pub king_step: KingStep,
    /// How far away its victim may stand.
    pub king_capture_reach: KingReach,
    /// Where it comes down.
    pub king_landing: KingLanding,
    /// Most quiet moves in a row with the same king while its side has a man; 0 is no limit.
    pub king_run_limit: u8,
    /// Whether a king may turn back by 180° between two captures.
    pub king_reversal: bool,
    /// The law between captures.
    pub choice: Choice,
    /// Crowning in mid-capture.
    pub promotion: Promotion,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// What happens when a capture is not made.
    pub omission: Omission,
    /// Whether a finished capture of fewer pieces than the law asks for is an omission too.
    pub omission_includes_fewer: bool,
    /// How the game comes out for a player who cannot move.
    pub blocked_player: BlockedPlayer,
    /// What the players are after.
    pub objective: Objective,
    /// A lone piece against a king.
    pub lone_piece_v_king: LonePiece,
}

/// Why a switch could not be set. The texts are the caller's: they are escaped in the message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// No switch of that name.
    #[error("there is no switch {key:?}")]
    UnknownKey {
        /// The name as it was given.
        key: String,
    },
    /// The switch does not take that value.
    #[error("{key} takes {expected}, not {value:?}")]
    BadValue {
        /// The switch.
        key: &'static str,
        /// The value as it was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

/// A switch on which two rule sets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The switch.
    pub key: &'static str,
    /// Its value in the named set.
    pub base: String,
    /// Its value in these rules.
    pub value: String,
}

impl Rules {
    /// The names of the switches, in the order of the catalogue.
    pub const KEYS: [&'static str; 21] = [
        "size",
        "rows_of_men",
        "dark_corner",
        "numbering",
        "first_player",
        "movement",
        "man_captures",
        "man_takes_king",
        "king_step",
        "king_capture_reach",
        "king_landing",
        "king_run_limit",
        "king_reversal",
        "choice",
        "promotion",
        "removal",
        "omission",
        "omission_includes_fewer",
        "blocked_player",
        "objective",
        "lone_piece_v_king",
    ];

    /// Sets a switch by its name and the spelling of its value.
    ///
    /// # Errors
    ///
    /// When there is no such switch, or it does not take such a value. The rules are then unchanged.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RuleError> {
        match key {
            "size" => (self.files, self.ranks) = size("size", value)?,
            "rows_of_men" => {
                self.rows_of_men = Some(number("rows_of_men", value, 1, LARGEST_SIZE / 2 - 1)?);
            }
            "dark_corner" => {
                self.dark_corner = one_of("dark_corner", value, Hand::parse, Hand::SPELLINGS)?;
            }
            "numbering" => {
                let (naming, corner) = numbering(value, self.numbering_viewer())?;
                self.numbering = corner;
                self.naming = naming.unwrap_or(self.naming);
            }
            "first_player" => {
                self.first_player = one_of("first_player", value, side, &["white", "black"])?;
            }
            "movement" => {
                self.movement = one_of("movement", value, Movement::parse, Movement::SPELLINGS)?;
            }
            "man_captures" => {
                self.man_captures = one_of(
                    "man_captures",
                    value,
                    ManCaptures::parse,
                    ManCaptures::SPELLINGS,
                )?;
            }
            "man_takes_king" => self.man_takes_king = yes_or_no("man_takes_king", value)?,
            "king_step" => {
                self.king_step = one_of("king_step", value, KingStep::parse, KingStep::SPELLINGS)?;
            }
            "king_capture_reach" => {
                self.king_capture_reach = one_of(
                    "king_capture_reach",
                    value,
                    KingReach::parse,
                    KingReach::SPELLINGS,
                )?;
            }
            "king_landing" => {
                self.king_landing = one_of(
                    "king_landing",
                    value,
                    KingLanding::parse,
                    KingLanding::SPELLINGS,
                )?;
            }
            "king_run_limit" => {
                self.king_run_limit = number("king_run_limit", value, 0, LARGEST_KING_RUN)?;
            }
            "king_reversal" => self.king_reversal = yes_or_no("king_reversal", value)?,
            "choice" => self.choice = one_of("choice", value, Choice::parse, Choice::SPELLINGS)?,
            "promotion" => {
                self.promotion =
                    one_of("promotion", value, Promotion::parse, Promotion::SPELLINGS)?;
            }
            "removal" => {
                self.removal = one_of("removal", value, Removal::parse, Removal::SPELLINGS)?;
            }
            "omission" => {
                self.omission = one_of("omission", value, Omission::parse, Omission::SPELLINGS)?;
            }
            "omission_includes_fewer" => {
                self.omission_includes_fewer = yes_or_no("omission_includes_fewer", value)?;
            }
            "blocked_player" => {
                self.blocked_player = one_of(
                    "blocked_player",
                    value,
                    BlockedPlayer::parse,
                    BlockedPlayer::SPELLINGS,
                )?;
            }
            "objective" => {
                self.objective =
                    one_of("objective", value, Objective::parse, Objective::SPELLINGS)?;
            }
            "lone_piece_v_king" => {
                self.lone_piece_v_king = one_of(
                    "lone_piece_v_king",
                    value,
                    LonePiece::parse,
                    LonePiece::SPELLINGS,
                )?;
            }
            _ => {
                return Err(RuleError::UnknownKey {
                    key: key.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// The spelling of a switch's value; none where there is no such switch.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<String> {
        Some(match key {
            "size" => format!("{}x{}", self.files, self.ranks),
            "rows_of_men" => self.rows_at_start().to_string(),
            "dark_corner" => self.dark_corner.id().to_owned(),
            "numbering" => self.numbering.digit(self.numbering_viewer()).to_string(),
            "first_player" => side_id(self.first_player).to_owned(),
            "movement" => self.movement.id().to_owned(),
            "man_captures" => self.man_captures.id().to_owned(),
            "man_takes_king" => yes_no(self.man_takes_king),
            "king_step" => self.king_step.id().to_owned(),
            "king_capture_reach" => self.king_capture_reach.id().to_owned(),
            "king_landing" => self.king_landing.id().to_owned(),
            "king_run_limit" => self.king_run_limit.to_string(),
            "king_reversal" => yes_no(self.king_reversal),
            "choice" => self.choice.id().to_owned(),
            "promotion" => self.promotion.id().to_owned(),
            "removal" => self.removal.id().to_owned(),
            "omission" => self.omission.id().to_owned(),
            "omission_includes_fewer" => yes_no(self.omission_includes_fewer),
            "blocked_player" => self.blocked_player.id().to_owned(),
            "objective" => self.objective.id().to_owned(),
            "lone_piece_v_king" => self.lone_piece_v_king.id().to_owned(),
            _ => return None,
        })
    }

    /// Every switch with the spelling of its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, String)> {
        Rules::KEYS
            .into_iter()
            .filter_map(|key| self.get(key).map(|value| (key, value)))
    }

    /// The switches on which these rules differ from the named set that they started from.
    #[must_use]
    pub fn differences(&self) -> Vec<Difference> {
        let base = self.base.rules();
        base.iter()
            .zip(self.iter())
            .filter(|((_, theirs), (_, ours))| theirs != ours)
            .map(|((key, base), (_, value))| Difference { key, base, value })
            .collect()
    }

    /// Every reason why these rules cannot be played together; empty when they can.
    #[must_use]
    pub fn validate(&self) -> Vec<Contradiction> {
        super::contradictions::find(self)
    }

    /// The board.
    #[must_use]
    pub const fn geometry(&self) -> Geometry {
        if self.on_every_square() {
            Geometry::every_square(self.files, self.ranks, self.numbering, self.naming)
        } else {
            Geometry::dark_squares(
                self.files,
                self.ranks,
                matches!(self.dark_corner, Hand::Right),
                self.numbering,
                self.naming,
            )
        }
    }

    /// Whether the game is played on every square of the board.
    #[must_use]
    pub const fn on_every_square(&self) -> bool {
        matches!(self.movement, Movement::Orthogonal | Movement::Armenian)
    }

    /// Rows of men of each side at the start.
    #[must_use]
    pub const fn rows_at_start(&self) -> u8 {
        match self.rows_of_men {
            Some(rows) => rows,
            None if self.on_every_square() => 2,
            None => self.ranks / 2 - 1,
        }
    }

    /// How many rows behind the men are empty at the start.
    #[must_use]
    pub const fn empty_rows_behind(&self) -> u8 {
        self.on_every_square() as u8
    }

    /// The PDN `GameType` digit of the numbering is seen by the first player of the named set. It does not
    /// turn with a house rule on who begins: the board stays as it is.
    const fn numbering_viewer(&self) -> Side {
        self.base.first_player()
    }
}

fn bad(key: &'static str, value: &str, expected: String) -> RuleError {
    RuleError::BadValue {
        key,
        value: value.to_owned(),
        expected,
    }
}

fn one_of<T>(
    key: &'static str,
    value: &str,
    parse: impl Fn(&str) -> Option<T>,
    spellings: &[&str],
) -> Result<T, RuleError> {
    parse(value).ok_or_else(|| bad(key, value, format!("one of {}", spellings.join(", "))))
}

fn number(key: &'static str, value: &str, least: u8, most: u8) -> Result<u8, RuleError> {
    plain(value)
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| bad(key, value, format!("a number from {least} to {most}")))
}

/// A number without sign or leading zero.
fn plain(text: &str) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn size(key: &'static str, value: &str) -> Result<(u8, u8), RuleError> {
    let (files, ranks) = value.split_once('x').unwrap_or((value, value));
    let side =
        |text| plain(text).filter(|n| n % 2 == 0 && (SMALLEST_SIZE..=LARGEST_SIZE).contains(n));
    match (side(files), side(ranks)) {
        (Some(files), Some(ranks)) => Ok((files, ranks)),
        _ => Err(bad(
            key,
            value,
            format!(
                "files x ranks, e.g. 10x8, both even and from {SMALLEST_SIZE} to {LARGEST_SIZE}"
            ),
        )),
    }
}

fn numbering(value: &str, viewer: Side) -> Result<(Option<Naming>, Corner), RuleError> {
    let (naming, digit) = match value.as_bytes().first() {
        Some(b'N') => (Some(Naming::Numeric), &value[1..]),
        Some(b'A') => (Some(Naming::Algebraic), &value[1..]),
        _ => (None, value),
    };
    plain(digit)
        .and_then(|digit| Corner::from_digit(digit, viewer))
        .map(|corner| (naming, corner))
        .ok_or_else(|| {
            bad(
                "numbering",
                value,
                "the corner of square 1 as the first player sees it: 0 bottom left, 1 bottom right, \
                 2 top left, 3 top right"
                    .to_owned(),
            )
        })
}

fn yes_or_no(key: &'static str, value: &str) -> Result<bool, RuleError> {
    match value {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(bad(key, value, "yes or no".to_owned())),
    }
}

fn yes_no(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}

fn side(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side_id(*side) == text)
}

const fn side_id(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_from_a_switch_can_be_set_again() {
        for set in RuleSet::ALL {
            let rules = set.rules();
            let mut again = rules;
            for (key, value) in rules.iter() {
                again.set(key, &value).expect("its own spelling");
            }
            assert!(again.differences().is_empty(), "{}", set.id());
            assert_eq!(again.geometry(), rules.geometry());
        }
    }

    #[test]
    fn a_wrong_switch_or_value_is_named_and_changes_nothing() {
        let mut rules = RuleSet::Brazilian.rules();
        for (key, value) in [
            ("colour", "red"),
            ("size", "7x8"),
            ("size", "16"),
            ("size", "8x08"),
            ("choice", "MOST"),
            ("man_takes_king", "1"),
            ("rows_of_men", "0"),
            ("rows_of_men", "+3"),
            ("numbering", "4"),
            ("numbering", "é"),
            ("king_run_limit", "101"),
        ] {
            let fault = rules.set(key, value).expect_err("refused");
            assert!(fault.to_string().contains(&format!("{value:?}")) || key == "colour");
        }
        assert_eq!(rules, RuleSet::Brazilian.rules());
    }

    #[test]
    fn rows_of_men_follow_the_size_unless_the_set_fixes_them() {
        let mut rules = RuleSet::International.rules();
        rules.set("size", "14x14").expect("a size");
        assert_eq!(rules.rows_at_start(), 6);
        let mut rules = RuleSet::Frysk.rules();
        rules.set("size", "12").expect("a size");
        assert_eq!(rules.rows_at_start(), 1);
    }

    #[test]
    fn differences_name_both_values() {
        let mut rules = RuleSet::Brazilian.rules();
        rules.set("omission", "huff").expect("a value");
        assert_eq!(
            rules.differences(),
            [Difference {
                key: "omission",
                base: "reject".to_owned(),
                value: "huff".to_owned()
            }]
        );
    }
}
