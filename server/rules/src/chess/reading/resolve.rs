//! Finds the legal move that is meant, or collects what speaks against every move that could be meant.

use shakmaty::{CastlingSide, Position as _, Role, Square};

use super::{
    Intent, SanIntent,
    law::{breaks, cannot_move_there, nothing_to_capture, promotion_impossible},
};
use crate::{
    Required, Violation, ViolationCode,
    chess::{Move, MoveList, Position, convert, position::target},
};

type Found = Result<Move, Vec<Violation>>;

impl Position {
    pub(super) fn resolve(&self, intent: Intent) -> Found {
        match intent {
            Intent::Squares {
                from,
                to,
                promotion,
                castling_by_goal,
            } => self.by_squares(from, to, promotion, castling_by_goal),
            Intent::San(san) => self.by_san(san),
            Intent::Castle(side) => self.by_castling(side),
            Intent::Drop { role, to } => {
                let m = Move::Put { role, to };
                if self.inner.is_legal(m) {
                    Ok(m)
                } else {
                    Err(self.drop_refusals(role, to))
                }
            }
        }
    }

    fn by_castling(&self, side: CastlingSide) -> Found {
        if let Some(m) = self.inner.castling_moves(side).first() {
            return Ok(*m);
        }
        let mut refusals = self.game_over();
        refusals.extend(self.castling_refusals(self.inner.turn(), side));
        Err(refusals)
    }

    fn by_squares(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        castling_by_goal: bool,
    ) -> Found {
        let legal = self.legal_moves();
        let step = |m: &Move| m.from() == Some(from) && !m.is_castle() && m.to() == to;
        if let Some(m) = legal.iter().find(|m| step(m) && m.promotion() == promotion) {
            return Ok(*m);
        }
        let choices: Vec<Move> = legal.iter().filter(|m| step(m)).copied().collect();
        if !choices.is_empty() {
            return Err(vec![self.wrong_promotion(to, promotion, choices)]);
        }
        let chess960 = self.castles_as_chess960();
        let castle = legal
            .iter()
            .find(|m| m.is_castle() && m.from() == Some(from) && (m.to() == to || target(m) == to));
        match castle {
            Some(_) if promotion.is_some() => Err(vec![promotion_impossible(to)]),
            Some(m) if chess960 && m.to() != to && !castling_by_goal => Err(vec![Violation {
                required: Some(Required {
                    capture_count: 0,
                    moves: vec![self.uci(m)],
                }),
                ..breaks(ViolationCode::CastlingNotationRequired)
            }]),
            Some(m) => Ok(*m),
            None => Err(self.refusals(from, to, promotion)),
        }
    }

    /// The squares are right, the promotion is not.
    fn wrong_promotion(
        &self,
        to: Square,
        promotion: Option<Role>,
        choices: Vec<Move>,
    ) -> Violation {
        let violation = match promotion {
            None => breaks(ViolationCode::PromotionRequired).at([convert::square(to)]),
            Some(_) => promotion_impossible(to),
        };
        violation.requiring(self.required(0, choices))
    }

    fn by_san(&self, san: SanIntent) -> Found {
        // Only the moves of this kind to this square are generated: records are read by the million.
        let candidates = self.inner.san_candidates(san.role, san.to);
        let mut found = candidates
            .iter()
            .filter(|m| san.names(m) && san.agrees(m))
            .copied();
        match (found.next(), found.next()) {
            (Some(m), None) => Ok(m),
            (None, _) => Err(self.san_refusals(san, &self.legal_moves())),
            (Some(first), Some(second)) => {
                let all: Vec<Move> = [first, second].into_iter().chain(found).collect();
                let origins = all.iter().filter_map(Position::origin);
                Err(vec![
                    breaks(ViolationCode::Ambiguous)
                        .at(origins)
                        .requiring(self.required(0, all.iter().copied())),
                ])
            }
        }
    }

    fn san_refusals(&self, san: SanIntent, legal: &MoveList) -> Vec<Violation> {
        let named: Vec<Move> = legal.iter().filter(|m| san.names(m)).copied().collect();
        if !named.is_empty() {
            return self.disagreements(san, named);
        }
        // A pawn that takes is named by its file (PGN 8.2.3.3): `d5` for `exd5` is no text of that move, and there is no other.
        let unnamed: Vec<Move> = legal
            .iter()
            .filter(|m| san.takes_unnamed(m))
            .copied()
            .collect();
        if !unnamed.is_empty() {
            return self.disagreements(san, unnamed);
        }
        if let Some(castle) = self.castling_as_king_move(san, legal) {
            return vec![
                breaks(ViolationCode::CastlingNotationRequired)
                    .requiring(self.required(0, [castle])),
            ];
        }
        let mut refusals = Vec::new();
        if let Some(other) = self.with_turn_swapped()
            && other
                .legal_moves()
                .iter()
                .any(|m| san.names(m) && san.agrees(m))
        {
            refusals.push(breaks(ViolationCode::NotYourTurn));
        }
        refusals.extend(self.refusals_of_candidates(san));
        if refusals.is_empty() {
            refusals.push(Violation::new(ViolationCode::UnreadableMove));
        }
        refusals
    }

    /// A legal move leads there, but the text says something of it that is not so.
    fn disagreements(&self, san: SanIntent, named: Vec<Move>) -> Vec<Violation> {
        let to = san.to;
        let same_promotion: Vec<Move> = named
            .iter()
            .filter(|m| m.promotion() == san.promotion)
            .copied()
            .collect();
        if same_promotion.is_empty() {
            return vec![self.wrong_promotion(to, san.promotion, named)];
        }
        let required = self.required(0, same_promotion);
        if san.en_passant {
            return vec![breaks(ViolationCode::EnPassantNoDoubleStep).requiring(required)];
        }
        match san.capture {
            Some(true) => {
                vec![nothing_to_capture(vec![convert::square(to)]).requiring(required)]
            }
            _ => vec![Violation::new(ViolationCode::UnreadableMove).requiring(required)],
        }
    }

    /// `Kg1` or `Kh1` where only `O-O` is meant.
    fn castling_as_king_move(&self, san: SanIntent, legal: &MoveList) -> Option<Move> {
        legal
            .iter()
            .find(|m| {
                san.role == Role::King
                    && m.is_castle()
                    && m.from().is_some_and(|from| san.origin_fits(from))
                    && (target(m) == san.to || m.to() == san.to)
            })
            .copied()
    }

    /// What speaks against each piece that the text could mean. Where some come nearer to moving so than others,
    /// only they are spoken of: those that are merely pinned, then those whose way is blocked.
    fn refusals_of_candidates(&self, san: SanIntent) -> Vec<Violation> {
        let us = self.inner.turn();
        let candidates: Vec<Square> = self
            .inner
            .board()
            .by_piece(san.role.of(us))
            .into_iter()
            .filter(|from| san.origin_fits(*from))
            .collect();
        if candidates.is_empty() {
            let mut refusals = self.game_over();
            refusals.push(breaks(ViolationCode::NoSuchPiece));
            return refusals;
        }
        let all: Vec<(Square, Vec<Violation>)> = candidates
            .into_iter()
            .map(|from| (from, self.refusals(from, san.to, san.promotion)))
            .collect();
        let nearest = all.iter().map(|(_, found)| distance(found)).min();
        let mut refusals: Vec<Violation> = Vec::new();
        let mut immobile = Vec::new();
        for (from, found) in all {
            if Some(distance(&found)) != nearest {
                continue;
            }
            for violation in found {
                if violation.code == ViolationCode::PieceCannotMoveThere {
                    immobile.push(convert::square(from));
                } else if !refusals.contains(&violation) {
                    refusals.push(violation);
                }
            }
        }
        if let Some(from) = immobile
            .first()
            .and_then(|from| convert::board_square(*from))
        {
            let mut violation = cannot_move_there(san.role, from);
            violation.squares = immobile;
            refusals.push(violation);
        }
        refusals
    }
}

/// How far a refused move is from the rules of its piece: 0 it moves so, 1 its way is not free, 2 it never moves so.
fn distance(refusals: &[Violation]) -> u8 {
    refusals
        .iter()
        .map(|violation| match violation.code {
            ViolationCode::PieceCannotMoveThere
            | ViolationCode::NothingToCapture
            | ViolationCode::DoubleStepNotFromHome => 2,
            ViolationCode::PathBlocked
            | ViolationCode::DoubleStepBlocked
            | ViolationCode::EnPassantNoDoubleStep
            | ViolationCode::OwnPieceOnTarget => 1,
            _ => 0,
        })
        .max()
        .unwrap_or(0)
}

impl SanIntent {
    pub(in crate::chess) fn origin_fits(&self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
    }

    /// Whether the text names this move by its piece and squares.
    fn names(&self, m: &Move) -> bool {
        self.fits(m) && !self.is_pawn_unnamed(m)
    }

    /// Whether the text would name this capture of a pawn, if it named the file that the pawn comes from.
    fn takes_unnamed(&self, m: &Move) -> bool {
        self.fits(m) && self.is_pawn_unnamed(m)
    }

    fn is_pawn_unnamed(&self, m: &Move) -> bool {
        self.role == Role::Pawn && self.file.is_none() && m.is_capture()
    }

    fn fits(&self, m: &Move) -> bool {
        !m.is_castle()
            && !matches!(m, Move::Put { .. })
            && m.role() == self.role
            && m.to() == self.to
            && m.from().is_some_and(|from| self.origin_fits(from))
    }

    /// Whether all else that the text says of the move is so.
    fn agrees(&self, m: &Move) -> bool {
        m.promotion() == self.promotion
            && self.capture.is_none_or(|capture| capture == m.is_capture())
            && (!self.en_passant || m.is_en_passant())
    }
}
