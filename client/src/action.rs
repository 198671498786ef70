//! What players do: moves, and the facts beside them.

use tabuleiro_proto::v1::{self, action, fact::Kind, move_input};

/// A player, named by the colour of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player of the light pieces.
    White,
    /// The player of the dark pieces.
    Black,
}

impl From<Side> for v1::Side {
    fn from(side: Side) -> v1::Side {
        match side {
            Side::White => v1::Side::White,
            Side::Black => v1::Side::Black,
        }
    }
}

/// A move given by its squares, as a board on a screen has them.
///
/// ```
/// # use tabuleiro_client::{MoveSquares, v1::PieceKind};
/// let promotion = MoveSquares::new("e7", "e8").promotion(PieceKind::Queen);
/// let capture = MoveSquares::new("a1", "e5").path(["c3"]);
/// let drop = MoveSquares::drop(PieceKind::Knight, "f7");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MoveSquares(v1::MoveParts);

impl MoveSquares {
    /// From one square to another, in the variant's own notation. Castling: the king's squares.
    #[must_use]
    pub fn new(from: impl Into<String>, to: impl Into<String>) -> MoveSquares {
        MoveSquares(v1::MoveParts {
            from: from.into(),
            to: to.into(),
            ..v1::MoveParts::default()
        })
    }

    /// A piece from hand (crazyhouse).
    #[must_use]
    pub fn drop(piece: v1::PieceKind, to: impl Into<String>) -> MoveSquares {
        MoveSquares(v1::MoveParts {
            to: to.into(),
            drop: piece.into(),
            ..v1::MoveParts::default()
        })
    }

    /// What a pawn becomes.
    #[must_use]
    pub fn promotion(mut self, piece: v1::PieceKind) -> MoveSquares {
        self.0.promotion = piece.into();
        self
    }

    /// Landing squares on the way, where the ends do not say which capture is meant.
    #[must_use]
    pub fn path<S: Into<String>>(mut self, squares: impl IntoIterator<Item = S>) -> MoveSquares {
        self.0.path = squares.into_iter().map(Into::into).collect();
        self
    }

    /// Captured squares in any order, where the ends do not say which capture is meant.
    #[must_use]
    pub fn captured<S: Into<String>>(
        mut self,
        squares: impl IntoIterator<Item = S>,
    ) -> MoveSquares {
        self.0.captured = squares.into_iter().map(Into::into).collect();
        self
    }
}

/// A move of the side to move, or a fact. A text is a move.
///
/// ```
/// # use tabuleiro_client::{Action, Fact, MoveSquares, Side};
/// let typed = Action::from("e4");
/// let clicked = Action::from(MoveSquares::new("e2", "e4"));
/// let said = Action::from(Fact::offered_draw(Side::White));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Action(action::Kind);

impl From<&str> for Action {
    fn from(text: &str) -> Action {
        Action::from(text.to_owned())
    }
}

impl From<String> for Action {
    fn from(text: String) -> Action {
        Action(action::Kind::Move(written(text)))
    }
}

impl From<MoveSquares> for Action {
    fn from(squares: MoveSquares) -> Action {
        let input = move_input::Input::Parts(squares.0);
        Action(action::Kind::Move(v1::MoveInput { input: Some(input) }))
    }
}

impl From<Fact> for Action {
    fn from(fact: Fact) -> Action {
        Action(action::Kind::Fact(fact.0))
    }
}

impl From<Action> for v1::Action {
    fn from(action: Action) -> v1::Action {
        v1::Action {
            kind: Some(action.0),
        }
    }
}

fn written(text: String) -> v1::MoveInput {
    v1::MoveInput {
        input: Some(move_input::Input::Text(text)),
    }
}

/// Something that happened beside the moves. In a record or a live game it happened at the ply then reached, unless
/// [`at_ply`](Fact::at_ply) says otherwise.
///
/// ```
/// # use tabuleiro_client::{ClaimKind, Fact, Game, Side};
/// let game = Game::start("chess")
///     .moves(["e4", "e5"])
///     .fact(Fact::offered_draw(Side::Black))
///     .moves(["Nf3"])
///     .fact(Fact::flag_fell(Side::White).at_ply(2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fact(v1::Fact);

impl From<Fact> for v1::Fact {
    fn from(fact: Fact) -> v1::Fact {
        fact.0
    }
}

impl Fact {
    fn by(side: Side, kind: Kind) -> Fact {
        Fact(v1::Fact {
            by: v1::Side::from(side).into(),
            kind: Some(kind),
            ..v1::Fact::default()
        })
    }

    fn of_the_arbiter(kind: Kind) -> Fact {
        Fact(v1::Fact {
            kind: Some(kind),
            ..v1::Fact::default()
        })
    }

    /// It happened after this ply; 0 is before the first move.
    #[must_use]
    pub fn at_ply(mut self, ply: u16) -> Fact {
        self.0.after_ply = Some(i32::from(ply));
        self
    }

    /// The side resigned.
    #[must_use]
    pub fn resigned(by: Side) -> Fact {
        Fact::by(by, Kind::Resigned(v1::Resigned {}))
    }

    /// The side's flag fell.
    #[must_use]
    pub fn flag_fell(of: Side) -> Fact {
        Fact::by(of, Kind::FlagFell(v1::FlagFell::default()))
    }

    /// The same, where it is known whether it was the last period of play: what two fallen flags are judged by (FIDE III.3.1).
    #[must_use]
    pub fn flag_fell_in(of: Side, last_period: bool) -> Fact {
        Fact::by(
            of,
            Kind::FlagFell(v1::FlagFell {
                last_period: Some(last_period),
            }),
        )
    }

    /// The side offered a draw.
    #[must_use]
    pub fn offered_draw(by: Side) -> Fact {
        Fact::by(by, Kind::OfferedDraw(v1::OfferedDraw {}))
    }

    /// The side accepted the opponent's offer.
    #[must_use]
    pub fn accepted_draw(by: Side) -> Fact {
        Fact::by(by, Kind::AcceptedDraw(v1::AcceptedDraw {}))
    }

    /// The side refused the opponent's offer.
    #[must_use]
    pub fn refused_draw(by: Side) -> Fact {
        Fact::by(by, Kind::RefusedDraw(v1::RefusedDraw {}))
    }

    /// The side claims a draw on the board.
    #[must_use]
    pub fn claimed(by: Side, kind: v1::ClaimKind) -> Fact {
        let claimed = v1::Claimed {
            kind: kind.into(),
            intended_move: None,
        };
        Fact::by(by, Kind::Claimed(claimed))
    }

    /// The side claims a draw by a move that it wrote down and did not make (FIDE 9.2.1, 9.3.1).
    #[must_use]
    pub fn claimed_with(by: Side, kind: v1::ClaimKind, intended_move: impl Into<String>) -> Fact {
        let claimed = v1::Claimed {
            kind: kind.into(),
            intended_move: Some(written(intended_move.into())),
        };
        Fact::by(by, Kind::Claimed(claimed))
    }

    /// The side completed an illegal move, which was taken back.
    #[must_use]
    pub fn completed_illegal_move(by: Side, text: impl Into<String>) -> Fact {
        let text = text.into();
        let kind = Kind::CompletedIllegalMove(v1::CompletedIllegalMove { text });
        Fact::by(by, kind)
    }

    /// The side touched pieces, in this order.
    #[must_use]
    pub fn touched<S: Into<String>>(by: Side, squares: impl IntoIterator<Item = S>) -> Fact {
        let touched = v1::Touched {
            squares: squares.into_iter().map(Into::into).collect(),
            adjusted: false,
        };
        Fact::by(by, Kind::Touched(touched))
    }

    /// The side lets the opponent's irregularity stand.
    #[must_use]
    pub fn let_stand(by: Side) -> Fact {
        Fact::by(by, Kind::LetStand(v1::LetStand {}))
    }

    /// The side asks that the opponent's irregularity be corrected.
    #[must_use]
    pub fn requested_correction(by: Side) -> Fact {
        Fact::by(by, Kind::RequestedCorrection(v1::RequestedCorrection {}))
    }

    /// The side pressed the clock without a move.
    #[must_use]
    pub fn pressed_without_moving(by: Side) -> Fact {
        Fact::by(by, Kind::PressedWithoutMoving(v1::PressedWithoutMoving {}))
    }

    /// The side did not appear, or came too late.
    #[must_use]
    pub fn absent(side: Side) -> Fact {
        Fact::by(side, Kind::Absent(v1::Absent {}))
    }

    /// The side removes the opponent's piece that should have captured.
    #[must_use]
    pub fn huffed(by: Side, square: impl Into<String>) -> Fact {
        let square = square.into();
        Fact::by(by, Kind::Huffed(v1::Huffed { square }))
    }

    /// The side says which of the opponent's touched pieces must move.
    #[must_use]
    pub fn designated(by: Side, square: impl Into<String>) -> Fact {
        let square = square.into();
        Fact::by(by, Kind::Designated(v1::Designated { square }))
    }

    /// The side released the piece.
    #[must_use]
    pub fn released(by: Side) -> Fact {
        Fact::by(by, Kind::Released(v1::Released::default()))
    }

    /// The side took its hand from a capture before its end: the capture as far as it was made ("c3xe5"). For rules by which the
    /// released hand completes a move (`completion=hand_released`).
    #[must_use]
    pub fn released_on_the_way(by: Side, capture: impl Into<String>) -> Fact {
        Fact::by(
            by,
            Kind::Released(v1::Released {
                stopped_capture: Some(v1::MoveInput {
                    input: Some(v1::move_input::Input::Text(capture.into())),
                }),
            }),
        )
    }

    /// The side took a move back.
    #[must_use]
    pub fn took_back(by: Side) -> Fact {
        Fact::by(by, Kind::TookBack(v1::TookBack {}))
    }

    /// The side offered a draw by perpetual check.
    #[must_use]
    pub fn offered_perpetual_check(by: Side) -> Fact {
        Fact::by(
            by,
            Kind::OfferedPerpetualCheck(v1::OfferedPerpetualCheck {}),
        )
    }

    /// The arbiter set a result.
    #[must_use]
    pub fn arbiter_decided(outcome: v1::Outcome) -> Fact {
        Fact::of_the_arbiter(Kind::ArbiterDecided(v1::ArbiterDecided {
            outcome: outcome.into(),
            decided_advantage: None,
        }))
    }

    /// The arbiter says whether the side, which had refused a draw, has shown a decided advantage.
    #[must_use]
    pub fn decided_advantage(by: Side, shown: bool) -> Fact {
        Fact::by(
            by,
            Kind::ArbiterDecided(v1::ArbiterDecided {
                outcome: v1::Outcome::Unspecified.into(),
                decided_advantage: Some(shown),
            }),
        )
    }

    /// It was found that the game began wrongly.
    #[must_use]
    pub fn found_irregular_start(fault: v1::StartFault) -> Fact {
        Fact::of_the_arbiter(Kind::FoundIrregularStart(v1::FoundIrregularStart {
            fault: fault as i32,
        }))
    }

    /// One move made with two hands, and the clock pressed (FIDE 7.5.4).
    #[must_use]
    pub fn used_two_hands(by: Side) -> Fact {
        Fact::by(by, Kind::UsedTwoHands(v1::UsedTwoHands {}))
    }

    /// Nobody put an illegal position right (FIDE A.5.4).
    #[must_use]
    pub fn illegal_position_stood() -> Fact {
        Fact::of_the_arbiter(Kind::IllegalPositionStood(v1::IllegalPositionStood {}))
    }
}
