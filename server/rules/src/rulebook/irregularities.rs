//! What a rulebook says about games that began wrongly, and about moves that broke the rules and were completed: as data, with the
//! article for each.

use super::{Rulebook, RulebookId, words};
use crate::Citation;

words! {
    /// What was wrong with a game from its start.
    pub enum StartFault {
        /// The pieces did not stand as a game begins.
        WrongSetUp = "wrong_set_up",
        /// The board lay with the wrong corner to the players.
        BoardTurned = "board_turned",
        /// The side began that should not have, or the players had each other's pieces.
        ColoursReversed = "colours_reversed",
    }
}

words! {
    /// What becomes of a game that began wrongly.
    pub enum StartRemedy {
        /// It is annulled, and a new one is played.
        NewGame = "new_game",
        /// It goes on, from the same position on a board that lies right.
        Transfer = "transfer",
        /// It goes on as it is.
        PlayOn = "play_on",
        /// The opponent decides whether it is put right or stands.
        OpponentDecides = "opponent_decides",
    }
}

words! {
    /// What can be wrong with a move that was completed. Each counts as an illegal move, and all that are wrong with one move count once.
    pub enum MoveFault {
        /// It is not legal.
        Illegal = "illegal",
        /// The clock was pressed and no move was made.
        NoMove = "no_move",
        /// It was made with two hands.
        TwoHands = "two_hands",
    }
}

/// A rulebook's rule on a game that began wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartRule {
    /// What becomes of it.
    pub remedy: StartRemedy,
    /// Where that stands written.
    pub citation: Citation,
    /// After so many moves of both players it goes on instead, and where that stands written. None: the rule has no limit.
    pub limit: Option<(u16, Citation)>,
}

impl StartRule {
    /// What becomes of the game after so many completed moves of both players, with the article.
    #[must_use]
    pub fn after(&self, moves: u32) -> (StartRemedy, Citation) {
        match self.limit {
            Some((limit, citation)) if moves >= u32::from(limit) => (StartRemedy::PlayOn, citation),
            _ => (self.remedy, self.citation),
        }
    }
}

/// How long an illegal move can be put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// As long as the game is played.
    WholeGame,
    /// Until the opponent has made his next move.
    UntilNextMove,
    /// As long as it is among so many last moves of its player.
    LastMoves(u16),
}

impl Window {
    /// Whether a move can still be put right behind which so many moves of both players were made.
    #[must_use]
    pub fn is_open(self, behind: usize) -> bool {
        match self {
            Window::WholeGame => true,
            Window::UntilNextMove => behind == 0,
            // Every second move is of its player, and it is the first of them.
            Window::LastMoves(moves) => behind / 2 < usize::from(moves),
        }
    }

    /// Whether a move that stands by then is still put right where both players want it (FIDE A.5.2). US Chess leaves no room for
    /// that (11B).
    #[must_use]
    pub const fn yields_to_agreement(self) -> bool {
        !matches!(self, Window::LastMoves(_))
    }
}

/// A rulebook's rule on an illegal move that was completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMoveRule {
    /// How long it can be put right.
    pub window: Window,
    /// Whether it is the opponent who decides if it is (FMJD 5.4), and not the arbiter.
    pub opponent_decides: bool,
    /// The article by which the position before it is restored.
    pub restore: Citation,
    /// The article by which it stands once the window is closed.
    pub stands: Citation,
    /// The article by which a pawn that was not replaced becomes a queen. None: there is no such rule.
    pub unreplaced_pawn: Option<Citation>,
    /// The article by which the penalty in rapid and blitz is the shorter one. None: no such rule.
    pub shorter_penalty: Option<Citation>,
}

/// Among so many last moves of its player an illegal move is put right by US Chess.
const LAST_MOVES_OF_US_CHESS: u16 = 10;

impl Rulebook {
    /// Whether it is an edition of the FIDE Laws of Chess.
    #[must_use]
    pub const fn is_fide(&self) -> bool {
        matches!(self.id, RulebookId::Fide2023 | RulebookId::Fide2018)
    }

    /// Whether its limits of moves do not apply to a win that is obvious and can be shown, which only an arbiter can judge (FMJD64 7.2.9).
    #[must_use]
    pub const fn excepts_obvious_wins(&self) -> bool {
        matches!(self.id, RulebookId::Fmjd64)
    }

    /// Whether it depends on the supervision of the game what may be put right (FIDE A.4 and A.5, B.2 and B.3).
    #[must_use]
    pub const fn depends_on_supervision(&self) -> bool {
        self.is_fide()
    }

    /// What becomes of a game that began with this fault. `unsupervised`: rapid or blitz where no arbiter watches the game. None: the
    /// rulebook does not say, so that it is the arbiter's to decide.
    #[must_use]
    pub fn start_rule(&self, fault: StartFault, unsupervised: bool) -> Option<StartRule> {
        let rule = |remedy, citation, limit| StartRule {
            remedy,
            citation,
            limit,
        };
        match self.id {
            RulebookId::Fide2023 | RulebookId::Fide2018 => {
                // Known from secondary sources only.
                let cite = |article| Citation::secondary(self.document, self.edition, article);
                let limit = unsupervised.then_some((10, cite("A.5.1.2")));
                Some(match fault {
                    StartFault::WrongSetUp => rule(StartRemedy::NewGame, cite("7.2.1"), limit),
                    StartFault::BoardTurned => rule(StartRemedy::Transfer, cite("7.2.2"), limit),
                    StartFault::ColoursReversed => {
                        rule(StartRemedy::NewGame, cite("7.3"), Some((10, cite("7.3"))))
                    }
                })
            }
            // US Chess rule 11 has the same for the first ten moves; its numbering is not at hand.
            RulebookId::Uscf => {
                let eleven = Citation::secondary(self.document, self.edition, "11");
                Some(match fault {
                    StartFault::BoardTurned => rule(StartRemedy::Transfer, eleven, None),
                    StartFault::WrongSetUp | StartFault::ColoursReversed => {
                        rule(StartRemedy::NewGame, eleven, Some((10, eleven)))
                    }
                })
            }
            // The Brazilian confederation is a member of the FMJD, and has no text of its own on this.
            RulebookId::Fmjd2015 | RulebookId::Cbd => match fault {
                StartFault::BoardTurned => Some(rule(StartRemedy::NewGame, self.fmjd("5.1"), None)),
                StartFault::WrongSetUp => {
                    Some(rule(StartRemedy::OpponentDecides, self.fmjd("5.2"), None))
                }
                StartFault::ColoursReversed => None,
            },
            _ => None,
        }
    }

    /// The article by which nobody may complain any more of another piece than the one that was touched, once the opponent has moved on.
    #[must_use]
    pub fn touch_forgotten(&self) -> Citation {
        match self.id {
            RulebookId::Fide2023 | RulebookId::Fide2018 => {
                Citation::primary(self.document, self.edition, "4.8")
            }
            RulebookId::Fmjd2015 | RulebookId::Cbd => self.fmjd("5.7"),
            _ => self.cite(super::Topic::Touch),
        }
    }

    /// The article that makes something wrong with a completed move an illegal move.
    #[must_use]
    pub fn move_fault(&self, fault: MoveFault) -> Citation {
        if !self.is_fide() {
            return self.cite(super::Topic::IllegalMoves);
        }
        let article = match fault {
            MoveFault::Illegal => "7.5.1",
            MoveFault::NoMove => "7.5.3",
            MoveFault::TwoHands => "7.5.4",
        };
        Citation::primary(self.document, self.edition, article)
    }

    /// What becomes of an illegal move. `unsupervised` as in [`Rulebook::start_rule`].
    #[must_use]
    pub fn illegal_move_rule(&self, unsupervised: bool) -> IllegalMoveRule {
        use super::Topic;
        match self.id {
            RulebookId::Fide2023 | RulebookId::Fide2018 => {
                let cite = |article| Citation::primary(self.document, self.edition, article);
                // The appendix of the edition before is known from secondary sources only.
                let appendix = |article| match self.id {
                    RulebookId::Fide2023 => cite(article),
                    _ => Citation::secondary(self.document, self.edition, article),
                };
                IllegalMoveRule {
                    window: if unsupervised {
                        Window::UntilNextMove
                    } else {
                        Window::WholeGame
                    },
                    opponent_decides: false,
                    restore: cite("7.5.1"),
                    stands: appendix("A.5.2"),
                    unreplaced_pawn: Some(cite("7.5.2")),
                    shorter_penalty: Some(appendix("A.3")),
                }
            }
            // It is put right among the last ten moves of its player (11A), and stands before them (11B).
            RulebookId::Uscf => {
                let cite = |article| Citation::secondary(self.document, self.edition, article);
                IllegalMoveRule {
                    window: Window::LastMoves(LAST_MOVES_OF_US_CHESS),
                    opponent_decides: false,
                    restore: cite("11A"),
                    stands: cite("11B"),
                    unreplaced_pawn: None,
                    shorter_penalty: None,
                }
            }
            RulebookId::Fmjd2015 | RulebookId::Cbd => IllegalMoveRule {
                window: Window::UntilNextMove,
                opponent_decides: true,
                restore: self.fmjd("5.4"),
                stands: self.fmjd("5.7"),
                unreplaced_pawn: None,
                shorter_penalty: None,
            },
            _ => {
                let draughts = self.speaks_of(Topic::NoPieces);
                let own = self.cite(if draughts {
                    Topic::Omission
                } else {
                    Topic::IllegalMoves
                });
                IllegalMoveRule {
                    window: if draughts {
                        Window::UntilNextMove
                    } else {
                        Window::WholeGame
                    },
                    opponent_decides: draughts,
                    restore: own,
                    stands: own,
                    unreplaced_pawn: None,
                    shorter_penalty: None,
                }
            }
        }
    }

    /// An article of the FMJD's rules, by this rulebook: its own, or taken over.
    fn fmjd(&self, article: &'static str) -> Citation {
        match self.id {
            RulebookId::Fmjd2015 => Citation::primary(self.document, self.edition, article),
            _ => Citation::secondary("FMJD Annex 1", "2015", article),
        }
    }
}
