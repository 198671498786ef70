//! The named rule sets: what each is called, how it is numbered in PDN, and its switches.

use super::{
    BlockedPlayer, Choice, Corner, Hand, KingLanding, KingReach, KingStep, LonePiece, ManCaptures,
    Movement, Naming, Objective, Omission, Promotion, Removal, Rules,
};
use crate::{Certainty, Side};

macro_rules! rule_sets {
    ($($(#[$about:meta])* $set:ident = $id:literal, $aliases:expr, $certainty:ident, $pdn:expr;)+) => {
        /// A named rule set.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum RuleSet {
            $($(#[$about])* $set,)+
        }

        impl RuleSet {
            /// Every named set, in the order of the catalogue.
            pub const ALL: [RuleSet; [$($id),+].len()] = [$(RuleSet::$set),+];

            /// Its id in requests and records.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(RuleSet::$set => $id,)+ }
            }

            /// Other names under which it is asked for.
            #[must_use]
            pub const fn aliases(self) -> &'static [&'static str] {
                match self { $(RuleSet::$set => &$aliases,)+ }
            }

            /// How surely its rules are known.
            #[must_use]
            pub const fn certainty(self) -> Certainty {
                match self { $(RuleSet::$set => Certainty::$certainty,)+ }
            }

            /// Its number in PDN `GameType` tags. Numbers from 96 on, and 44, are not PDN 3.0's: other
            /// producers write them. Jamaican draughts has pool's, on the mirrored board. None where
            /// nobody has given it one.
            #[must_use]
            pub const fn pdn_number(self) -> Option<u16> {
                match self { $(RuleSet::$set => $pdn,)+ }
            }
        }
    };
}

rule_sets! {
    /// Brazilian draughts, 64 squares.
    Brazilian = "brazilian", ["damas", "damas-do-brasil"], Primary, Some(26);
    /// International draughts, 100 squares.
    International = "international", ["polish"], Primary, Some(20);
    /// Russian draughts.
    Russian = "russian", [], Primary, Some(25);
    /// English draughts, American checkers.
    English = "english", [], Primary, Some(21);
    /// Italian draughts.
    Italian = "italian", [], Primary, Some(22);
    /// Turkish draughts.
    Turkish = "turkish", ["damas-turcas"], Secondary, Some(30);
    /// Perde-ganha: Brazilian draughts played to lose.
    Losing = "losing", ["perde-ganha"], HouseRule, None;
    /// American pool checkers.
    Pool = "pool", [], Secondary, Some(23);
    /// Spanish draughts.
    Spanish = "spanish", [], Secondary, Some(24);
    /// Portuguese draughts.
    Portuguese = "portuguese", [], Primary, Some(28);
    /// Czech draughts.
    Czech = "czech", [], Secondary, Some(29);
    /// Canadian draughts, 144 squares.
    Canadian = "canadian", [], Secondary, Some(27);
    /// Frisian draughts.
    Frisian = "frisian", [], Primary, Some(40);
    /// Frysk!: Frisian draughts with five men.
    Frysk = "frysk", [], Secondary, Some(97);
    /// Thai draughts (makhos).
    Thai = "thai", [], Secondary, Some(31);
    /// Armenian draughts (tama).
    Armenian = "armenian", [], Secondary, Some(44);
    /// International draughts played to lose.
    Antidraughts = "antidraughts", [], Secondary, Some(98);
    /// International draughts, won by the first king.
    Breakthrough = "breakthrough", [], Secondary, Some(96);
    /// Jamaican pool: pool on the mirrored board.
    Jamaican = "jamaican", [], Secondary, Some(23);
    /// Spantsiretti: 10 files and 8 ranks.
    Spantsiretti = "spantsiretti", [], Secondary, Some(41);
    /// Killer draughts.
    Killer = "killer", [], Secondary, None;
    /// Argentine draughts, 64 squares.
    Argentine = "argentine", [], Secondary, None;
    /// Argentine draughts, 100 squares.
    Argentine10 = "argentine-10", [], Secondary, None;
    /// Sri Lankan draughts: the mirrored Canadian board.
    Srilankan = "srilankan", [], Secondary, None;
    /// Malaysian draughts, 144 squares, with huffing.
    Malaysian = "malaysian", [], Secondary, None;
    /// Filipino draughts (derecha): the mirrored board.
    Filipino = "filipino", [], Secondary, None;
    /// Traditional Brazilian draughts: the king moves one step.
    TradicionalBr = "tradicional-br", [], HouseRule, None;
    /// Brazilian draughts in which men capture forward only.
    DamasForward = "damas-forward", [], HouseRule, None;
    /// "English" draughts as played in Brazil: Brazilian with free choice.
    InglesaBr = "inglesa-br", [], HouseRule, None;
    /// "Russian" draughts as played in Brazil.
    RussaBr = "russa-br", [], HouseRule, None;
    /// "Italian" draughts as played in Brazil.
    ItalianaBr = "italiana-br", [], HouseRule, None;
    /// "Turkish" draughts as played in Brazil.
    TurcaBr = "turca-br", [], HouseRule, None;
}

impl RuleSet {
    /// The set with this id or alias.
    #[must_use]
    pub fn parse(text: &str) -> Option<RuleSet> {
        RuleSet::ALL
            .into_iter()
            .find(|set| set.id() == text || set.aliases().contains(&text))
    }

    /// Who moves first.
    #[must_use]
    pub const fn first_player(self) -> Side {
        match self {
            RuleSet::English | RuleSet::Pool | RuleSet::Jamaican => Side::Black,
            _ => Side::White,
        }
    }

    /// What the pieces of a side are called, where it is not the colour of [`Side`]: English draughts are
    /// played with red and white.
    #[must_use]
    pub const fn colour(self, side: Side) -> &'static str {
        match (self, side) {
            (RuleSet::English, Side::Black) => "red",
            (_, Side::Black) => "black",
            (_, Side::White) => "white",
        }
    }

    /// The value of the PDN `GameType` tag, e.g. `26,W,8,8,A0,0`; none where the set has no number.
    #[must_use]
    pub fn pdn_game_type(self) -> Option<String> {
        self.pdn_game_type_in(self.rules().naming)
    }

    /// [`RuleSet::pdn_game_type`] of a record whose squares are named so: its fifth field says how they are (PDN 3.0).
    #[must_use]
    pub fn pdn_game_type_in(self, naming: Naming) -> Option<String> {
        let number = self.pdn_number()?;
        let rules = self.rules();
        let first = match rules.first_player {
            Side::White => 'W',
            Side::Black => 'B',
        };
        // With letters the digit is the corner of a1, with numbers that of square 1. PDN 3.0 gives
        // Jamaican draughts A1, which is the corner of square 1.
        let (letter, corner) = match naming {
            Naming::Numeric => ('N', rules.numbering),
            Naming::Algebraic if matches!(self, RuleSet::Jamaican) => ('A', rules.numbering),
            Naming::Algebraic => ('A', Corner::BottomLeft),
        };
        let digit = corner.digit(rules.first_player);
        let mirrored = u8::from(rules.geometry().dark_corner_is_right());
        let (files, ranks) = (rules.files, rules.ranks);
        Some(format!(
            "{number},{first},{files},{ranks},{letter}{digit},{mirrored}"
        ))
    }

    /// The set that a PDN `GameType` tag names by its number and, where two sets share it, its last field.
    #[must_use]
    pub fn from_pdn_game_type(tag: &str) -> Option<RuleSet> {
        let mut fields = tag.split(',').map(str::trim);
        let number: u16 = fields.next()?.parse().ok()?;
        let mirrored = fields.nth(4) == Some("1");
        let named = |set: &RuleSet| set.pdn_number() == Some(number);
        let found = RuleSet::ALL.into_iter().filter(named);
        let fits = |set: &RuleSet| set.rules().geometry().dark_corner_is_right() == mirrored;
        found.clone().find(fits).or(found.clone().next())
    }

    /// The value of every switch.
    #[must_use]
    pub const fn rules(self) -> Rules {
        let mut rules = match self {
            RuleSet::Brazilian | RuleSet::International => flying(self),
            RuleSet::Canadian => Rules {
                files: 12,
                ranks: 12,
                ..flying(self)
            },
            RuleSet::Malaysian => Rules {
                files: 12,
                ranks: 12,
                omission: Omission::Huff,
                ..flying(self)
            },
            RuleSet::Srilankan => Rules {
                files: 12,
                ranks: 12,
                dark_corner: Hand::Right,
                ..flying(self)
            },
            RuleSet::Losing => losing(flying(self)),
            RuleSet::Antidraughts => losing(flying(self)),
            RuleSet::Breakthrough => Rules {
                objective: Objective::FirstKing,
                ..flying(self)
            },
            RuleSet::Killer => Rules {
                king_landing: KingLanding::AdjacentAfterKing,
                ..flying(self)
            },
            RuleSet::Russian => russian(self),
            // Called Russian draughts on a wider board in places; the published node counts are those of the
            // majority law, with crowning only where the move ends.
            RuleSet::Spantsiretti => Rules {
                files: 10,
                ..flying(self)
            },
            RuleSet::Pool | RuleSet::InglesaBr => pool(self),
            RuleSet::Jamaican | RuleSet::Filipino => Rules {
                dark_corner: Hand::Right,
                ..pool(self)
            },
            RuleSet::English => short_king(self),
            RuleSet::Italian => Rules {
                dark_corner: Hand::Right,
                man_takes_king: false,
                choice: Choice::Italian,
                ..short_king(self)
            },
            RuleSet::Spanish | RuleSet::Portuguese => Rules {
                dark_corner: Hand::Right,
                numbering: Corner::BottomRight,
                choice: Choice::MostThenKings,
                ..forward(self)
            },
            RuleSet::Argentine => Rules {
                dark_corner: Hand::Right,
                choice: Choice::MostThenWithKing,
                ..forward(self)
            },
            RuleSet::Argentine10 => Rules {
                files: 10,
                ranks: 10,
                rows_of_men: Some(3),
                dark_corner: Hand::Right,
                choice: Choice::MostThenWithKing,
                ..forward(self)
            },
            RuleSet::Czech => Rules {
                choice: Choice::KingFirst,
                ..forward(self)
            },
            RuleSet::Thai => Rules {
                rows_of_men: Some(2),
                king_landing: KingLanding::Adjacent,
                choice: Choice::Free,
                removal: Removal::AtOnce,
                ..forward(self)
            },
            RuleSet::Frisian => frisian(self),
            RuleSet::Frysk => Rules {
                rows_of_men: Some(1),
                ..frisian(self)
            },
            RuleSet::Turkish => turkish(self),
            RuleSet::Armenian => Rules {
                movement: Movement::Armenian,
                ..turkish(self)
            },
            RuleSet::TurcaBr => Rules {
                king_landing: KingLanding::Adjacent,
                king_reversal: true,
                promotion: Promotion::PassingBecomesKing,
                lone_piece_v_king: LonePiece::Win,
                ..turkish(self)
            },
            RuleSet::TradicionalBr => Rules {
                king_step: KingStep::One,
                ..flying(self)
            },
            RuleSet::DamasForward => Rules {
                man_captures: ManCaptures::Forward,
                ..flying(self)
            },
            RuleSet::RussaBr => Rules {
                omission: Omission::Allowed,
                promotion: Promotion::PassingBecomesKing,
                ..flying(self)
            },
            RuleSet::ItalianaBr => Rules {
                dark_corner: Hand::Right,
                man_takes_king: false,
                omission: Omission::Loss,
                choice: Choice::MostValuable,
                ..flying(self)
            },
        };
        if matches!(
            self,
            RuleSet::International
                | RuleSet::Antidraughts
                | RuleSet::Breakthrough
                | RuleSet::Killer
                | RuleSet::Frisian
                | RuleSet::Frysk
        ) {
            rules.files = 10;
            rules.ranks = 10;
        }
        rules.naming = self.naming();
        rules
    }

    const fn naming(self) -> Naming {
        match self {
            RuleSet::Brazilian
            | RuleSet::Losing
            | RuleSet::TradicionalBr
            | RuleSet::DamasForward
            | RuleSet::InglesaBr
            | RuleSet::RussaBr
            | RuleSet::Russian
            | RuleSet::Spantsiretti
            | RuleSet::Czech
            | RuleSet::Turkish
            | RuleSet::TurcaBr
            | RuleSet::Armenian
            | RuleSet::Jamaican => Naming::Algebraic,
            _ => Naming::Numeric,
        }
    }
}

/// Brazilian draughts, from which the others are told by their differences.
const fn flying(base: RuleSet) -> Rules {
    Rules {
        base,
        files: 8,
        ranks: 8,
        rows_of_men: None,
        dark_corner: Hand::Left,
        numbering: Corner::TopLeft,
        naming: Naming::Numeric,
        first_player: base.first_player(),
        movement: Movement::Diagonal,
        man_captures: ManCaptures::ForwardAndBack,
        man_takes_king: true,
        king_step: KingStep::Any,
        king_capture_reach: KingReach::Any,
        king_landing: KingLanding::Any,
        king_run_limit: 0,
        king_reversal: true,
        choice: Choice::Most,
        promotion: Promotion::OnStopping,
        removal: Removal::AfterMove,
        omission: Omission::Reject,
        omission_includes_fewer: false,
        blocked_player: BlockedPlayer::Loses,
        objective: Objective::Normal,
        lone_piece_v_king: LonePiece::PlayOn,
    }
}

/// Played to lose: a player who cannot move has lost all he could, and wins.
const fn losing(rules: Rules) -> Rules {
    Rules {
        objective: Objective::LoseAll,
        blocked_player: BlockedPlayer::Wins,
        ..rules
    }
}

const fn pool(base: RuleSet) -> Rules {
    Rules {
        choice: Choice::Free,
        ..flying(base)
    }
}

const fn russian(base: RuleSet) -> Rules {
    Rules {
        choice: Choice::Free,
        promotion: Promotion::PassingBecomesKing,
        ..flying(base)
    }
}

/// Men that capture forward only and are crowned where they arrive; flying kings.
const fn forward(base: RuleSet) -> Rules {
    Rules {
        man_captures: ManCaptures::Forward,
        promotion: Promotion::EndsMove,
        ..flying(base)
    }
}

const fn short_king(base: RuleSet) -> Rules {
    Rules {
        king_step: KingStep::One,
        king_capture_reach: KingReach::Adjacent,
        king_landing: KingLanding::Adjacent,
        choice: Choice::Free,
        ..forward(base)
    }
}

const fn frisian(base: RuleSet) -> Rules {
    Rules {
        movement: Movement::Frisian,
        king_run_limit: 3,
        choice: Choice::FrisianValue,
        ..flying(base)
    }
}

const fn turkish(base: RuleSet) -> Rules {
    Rules {
        movement: Movement::Orthogonal,
        numbering: Corner::BottomLeft,
        man_captures: ManCaptures::ForwardAndSideways,
        king_reversal: false,
        removal: Removal::AtOnce,
        lone_piece_v_king: LonePiece::Draw,
        ..flying(base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_aliases_lead_to_one_set_each() {
        let mut names: Vec<&str> = Vec::new();
        for set in RuleSet::ALL {
            for name in set.aliases().iter().chain([&set.id()]) {
                assert_eq!(RuleSet::parse(name), Some(set));
                names.push(name);
            }
        }
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        assert_eq!(RuleSet::parse("chess"), None);
    }

    #[test]
    fn game_types_are_written_as_pdn_3_lists_them() {
        for (set, game_type) in [
            (RuleSet::International, "20,W,10,10,N2,0"),
            (RuleSet::English, "21,B,8,8,N1,0"),
            (RuleSet::Italian, "22,W,8,8,N2,1"),
            (RuleSet::Pool, "23,B,8,8,N1,0"),
            (RuleSet::Spanish, "24,W,8,8,N1,1"),
            (RuleSet::Russian, "25,W,8,8,A0,0"),
            (RuleSet::Brazilian, "26,W,8,8,A0,0"),
            (RuleSet::Canadian, "27,W,12,12,N2,0"),
            (RuleSet::Portuguese, "28,W,8,8,N1,1"),
            (RuleSet::Czech, "29,W,8,8,A0,0"),
            (RuleSet::Turkish, "30,W,8,8,A0,0"),
            (RuleSet::Frisian, "40,W,10,10,N2,0"),
            (RuleSet::Spantsiretti, "41,W,10,8,A0,0"),
            (RuleSet::Jamaican, "23,B,8,8,A1,1"),
        ] {
            assert_eq!(set.pdn_game_type().as_deref(), Some(game_type));
            assert_eq!(RuleSet::from_pdn_game_type(game_type), Some(set));
            let number = game_type.split(',').next().expect("a number");
            assert!(RuleSet::from_pdn_game_type(number).is_some());
        }
    }
}
