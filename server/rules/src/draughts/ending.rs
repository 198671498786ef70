//! How a game ends by what stands on the board.

use super::word::{U256, Word};
use super::{BlockedPlayer, LonePiece, Objective, Position};
use crate::{Cause, Outcome, Side};

impl Position {
    /// The ending on the board, in a position that a move has led to.
    #[must_use]
    pub fn board_ending(&self) -> Option<(Cause, Outcome)> {
        self.ending(Some(self.side_to_move().opponent()))
    }

    /// The ending on the board, in a position in which a game starts: where a rule asks who moved last, nobody did.
    #[must_use]
    pub fn start_ending(&self) -> Option<(Cause, Outcome)> {
        self.ending(None)
    }

    fn ending(&self, moved: Option<Side>) -> Option<(Cause, Outcome)> {
        let side = self.side_to_move();
        let rules = self.rules();
        if rules.objective == Objective::FirstKing {
            // Of two kings, which no game has, the last made counts.
            let makers = [side.opponent(), side];
            if let Some(maker) = makers.into_iter().find(|side| self.king_count(*side) > 0) {
                return Some((Cause::KingMade, Outcome::Win(maker)));
            }
        }
        if let Some(bare) = [side, side.opponent()]
            .into_iter()
            .find(|side| self.piece_count(*side) == 0)
        {
            let winner = match rules.objective {
                Objective::Normal | Objective::FirstKing => bare.opponent(),
                Objective::LoseAll => bare,
            };
            return Some((Cause::NoPieces, Outcome::Win(winner)));
        }
        if !self.has_legal_move() {
            let outcome = match rules.blocked_player {
                BlockedPlayer::Loses => Outcome::Win(side.opponent()),
                BlockedPlayer::Wins => Outcome::Win(side),
                BlockedPlayer::Draw => Outcome::Draw,
            };
            return Some((Cause::NoLegalMove, outcome));
        }
        if rules.lone_piece_v_king == LonePiece::PlayOn || self.can_capture() {
            return None;
        }
        self.lone_piece(moved)
            .map(|outcome| (Cause::LonePieceVKing, outcome))
    }

    fn lone_piece(&self, moved: Option<Side>) -> Option<Outcome> {
        let alone = Side::BOTH.map(|side| self.piece_count(side) == 1);
        let crowned = Side::BOTH.map(|side| self.king_count(side) > 0);
        match self.rules().lone_piece_v_king {
            LonePiece::PlayOn => None,
            LonePiece::Draw => (alone == [true; 2]).then_some(Outcome::Draw),
            LonePiece::WinVMan if alone != [true; 2] => None,
            LonePiece::WinVMan => Some(match crowned {
                [true, false] => Outcome::Win(Side::White),
                [false, true] => Outcome::Win(Side::Black),
                _ => Outcome::Draw,
            }),
            LonePiece::Win => {
                let wins = |side: Side| crowned[side.index()] && alone[side.opponent().index()];
                match Side::BOTH.map(wins) {
                    [true, true] => moved.map(Outcome::Win),
                    [true, false] => Some(Outcome::Win(Side::White)),
                    [false, true] => Some(Outcome::Win(Side::Black)),
                    [false, false] => None,
                }
            }
        }
    }

    /// The pieces on the main road, and among them the kings of White and of Black.
    pub(crate) fn on_main_road(&self) -> (u32, [u32; 2]) {
        let road = U256::from_bits(self.compiled_rules().law().main_road);
        let pieces = self.board.occupied() & road;
        let kings = pieces & self.board.kings;
        if pieces.none() {
            return (0, [0; 2]);
        }
        (
            pieces.count(),
            self.board.sides.map(|side| (side & kings).count()),
        )
    }

    fn piece_count(&self, side: Side) -> u32 {
        self.man_count(side) + self.king_count(side)
    }
}
