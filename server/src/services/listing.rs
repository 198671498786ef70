//! Legal moves as an answer lists them: grouped by the piece that plays them, each described as far as the view goes.

use tabuleiro_proto::{encoded::Encoded, v1};
use tabuleiro_rules::{
    Kind, Move, MoveDetail, Position, Square,
    chess::{self, Detail, Language},
    draughts,
};

use crate::wire::{
    moves::{self, View},
    notation::{self, Target},
    nouns,
    square::Names,
};

/// How moves are described.
#[derive(Clone, Copy)]
pub(crate) struct Shown {
    /// How much is said.
    pub(crate) view: View,
    /// The notation of their texts; none: the canonical one, in which they are described anyway. The least view has no texts.
    pub(crate) notation: Option<Target>,
}

/// Groups moves by origin, in the order of the board's squares, drops last.
///
/// # Errors
/// A capture tree beyond the bound on work.
pub(crate) fn grouped(
    position: &Position,
    legal: &[Move],
    shown: Shown,
    names: &Names,
) -> Result<Vec<v1::OriginMoves>, draughts::BudgetExhausted> {
    let legal = by_square(legal);
    let mut groups = Vec::with_capacity(legal.chunk_by(have_one_origin).count());
    let mut group = |of: &[Move], moves: Vec<v1::Move>| {
        let from = of.first().and_then(Position::origin);
        groups.push(v1::OriginMoves {
            from: from.map(|square| names.name(square)).unwrap_or_default(),
            piece: from
                .and_then(|square| position.piece_at(square))
                .map(nouns::piece),
            moves,
        });
    };
    match position {
        Position::Chess(chess) => {
            for of in legal.chunk_by(have_one_origin) {
                let mut moves = Vec::with_capacity(of.len());
                let of_chess = of.iter().filter_map(of_chess);
                moves.extend(of_chess.map(|m| chess_move(chess, m, shown, names)));
                group(of, moves);
            }
        }
        Position::Draughts(draughts) => {
            let mut described = describe(draughts, &legal, shown)?.into_iter();
            for of in legal.chunk_by(have_one_origin) {
                let mut moves = Vec::with_capacity(of.len());
                let details = of.iter().zip(described.by_ref());
                moves.extend(
                    details.map(|(m, it)| draughts_move(position, m, it, shown.view, names)),
                );
                group(of, moves);
            }
        }
    }
    Ok(groups)
}

/// The field of the answer in which the groups stand, and the fields of a group. A test of the conformance of batches compares the two
/// forms of an answer.
const ORIGINS: u32 = 1;
const FROM: u32 = 1;
const PIECE: u32 = 2;
const MOVES: u32 = 3;

/// The same groups as the bytes of an answer that has nothing else.
///
/// # Errors
/// As [`grouped`].
pub(crate) fn encoded(
    position: &Position,
    legal: &[Move],
    shown: Shown,
    names: &Names,
) -> Result<Encoded<v1::LegalMovesResponse>, draughts::BudgetExhausted> {
    let mut answer = Encoded::default();
    // What the full view and other notations cost is in what they say, and not in how it is written down.
    if shown.view == View::Full || shown.notation.is_some() {
        answer.merge(&v1::LegalMovesResponse {
            origins: grouped(position, legal, shown, names)?,
            ..v1::LegalMovesResponse::default()
        });
        return Ok(answer);
    }
    let legal = by_square(legal);
    let mut described = match position {
        Position::Chess(_) => Vec::new(),
        Position::Draughts(draughts) => describe(draughts, &legal, shown)?,
    }
    .into_iter();
    let mut detail = |m: &Move| match (position, m) {
        (Position::Chess(position), Move::Chess(m)) => {
            let detail = match shown.view {
                View::Minimal => Detail::Minimal,
                View::Standard | View::Full => Detail::Standard,
            };
            Some(position.detail(m, detail))
        }
        _ => described.next(),
    };
    let mut fields = answer.fields();
    for of in legal.chunk_by(have_one_origin) {
        fields.message(ORIGINS, |group| {
            if let Some(from) = of.first().and_then(Position::origin) {
                names.with(from, |name| group.text(FROM, name));
                if let Some(piece) = position.piece_at(from) {
                    group.message(PIECE, |it| it.all(&nouns::piece(piece)));
                }
            }
            for detail in of.iter().filter_map(&mut detail) {
                group.message(MOVES, |it| moves::write(it, &detail, shown.view, names));
            }
        });
    }
    Ok(answer)
}

fn have_one_origin(one: &Move, other: &Move) -> bool {
    Position::origin(one) == Position::origin(other)
}

/// Moves in the order of their origins' squares. Within an origin the order of the rules core stays.
fn by_square(legal: &[Move]) -> Vec<Move> {
    let mut sorted = legal.to_vec();
    // Keys are sorted and not the moves, which are large.
    sorted.sort_by_cached_key(|m| Position::origin(m).map_or(usize::MAX, Square::index));
    sorted
}

fn of_chess(m: &Move) -> Option<&chess::Move> {
    match m {
        Move::Chess(m) => Some(m),
        Move::Draughts(_) => None,
    }
}

fn of_draughts(m: &Move) -> Option<&draughts::Move> {
    match m {
        Move::Draughts(m) => Some(m),
        Move::Chess(_) => None,
    }
}

fn chess_move(
    position: &chess::Position,
    m: &chess::Move,
    shown: Shown,
    names: &Names,
) -> v1::Move {
    let described = match shown.view {
        View::Minimal => return moves::minimal(&position.detail(m, Detail::Minimal), names),
        View::Standard => moves::standard(position.detail(m, Detail::Standard), names),
        View::Full => {
            let after = position.after(m);
            let detail = position.detail_towards(m, &after);
            let changes = position.changes_towards(&after);
            moves::full(detail, changes, &Position::Chess(after), names)
        }
    };
    match shown.notation {
        None => described,
        Some(target) => v1::Move {
            text: chess_text(position, m, target, &described),
            ..described
        },
    }
}

/// The text of a move in a notation, with the mark of check or mate where the view has one. `described` is the move in SAN.
fn chess_text(
    position: &chess::Position,
    m: &chess::Move,
    target: Target,
    described: &v1::Move,
) -> String {
    let mut text = match target {
        Target::Uci => return described.uci.clone(),
        Target::San(Language::English) => return described.san.clone(),
        Target::San(language) => position.unmarked_san(m, language),
        Target::Lan => chess::Position::unmarked_lan(m),
        // Notations of draughts, which a request for chess does not get past.
        Target::Pdn | Target::PdnIn(_) | Target::FullPath | Target::Hub | Target::RussianShort => {
            return described.text.clone();
        }
    };
    text.extend(
        described
            .san
            .chars()
            .last()
            .filter(|c| matches!(c, '+' | '#')),
    );
    text
}

fn draughts_move(
    position: &Position,
    m: &Move,
    detail: MoveDetail,
    view: View,
    names: &Names,
) -> v1::Move {
    match view {
        View::Minimal => moves::minimal(&detail, names),
        View::Standard => moves::standard(detail, names),
        View::Full => moves::full(detail, position.changes(m), &position.after(m), names),
    }
}

/// Describes legal moves of draughts. Together they cost less than one by one.
fn describe(
    position: &draughts::Position,
    legal: &[Move],
    shown: Shown,
) -> Result<Vec<MoveDetail>, draughts::BudgetExhausted> {
    let wanted = legal.iter().filter_map(of_draughts);
    if shown.view == View::Minimal {
        return Ok(wanted.map(squares).collect());
    }
    let all = position.legal_moves()?;
    let wanted: Vec<draughts::Move> = wanted.copied().collect();
    let own = position.geometry().naming();
    let naming = match shown.notation {
        Some(Target::PdnIn(naming)) => naming,
        _ => own,
    };
    let mut details = position.details_of(&wanted, &all, naming);
    if let Some(target @ (Target::FullPath | Target::Hub | Target::RussianShort)) = shown.notation {
        for (detail, m) in details.iter_mut().zip(&wanted) {
            detail.text = notation::of_draughts(position, m, &all, target);
        }
    }
    Ok(details)
}

/// A draughts move without the text and path that the minimal view leaves out.
fn squares(m: &draughts::Move) -> MoveDetail {
    MoveDetail {
        text: String::new(),
        uci: None,
        from: Some(m.from),
        to: m.to,
        path: Vec::new(),
        captured: Vec::new(),
        promotion: m.promotes.then_some(Kind::King),
        drop: None,
        flags: m.flags(),
    }
}
