//! Why a move or another action is refused, in a sentence.

use super::{Scene, Voice, args::Args, keys, names::Case};
use crate::{Required, Violation, ViolationCode, position::Position, variant::Family};

/// Most moves that a sentence names; the rest is counted.
const MOST_MOVES: usize = 6;
/// Most squares that a sentence names.
const MOST_SQUARES: usize = 8;

impl Voice<'_> {
    /// The sentence for a broken rule: what is wrong and where, what must be played instead, and the article.
    ///
    /// The scene is the position that the action was refused in. Costs a few microseconds.
    #[must_use]
    pub fn violation(&self, violation: &Violation, scene: &Scene<'_>) -> String {
        self.violations(std::slice::from_ref(violation), scene)
    }

    /// The sentences for every broken rule. What must be played instead is said once, behind the last rule that asks for it.
    #[must_use]
    pub fn violations(&self, violations: &[Violation], scene: &Scene<'_>) -> String {
        let mut text = String::new();
        for (index, violation) in violations.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            let reason = self.reason(violation, scene);
            text.push_str(&self.with_citations(reason, violation.citation.as_slice()));
            let said_later = |required: &Required| {
                let next = violations.get(index + 1);
                next.is_some_and(|next| next.required.as_ref() == Some(required))
            };
            if let Some(required) = violation.required.as_ref()
                && !required.moves.is_empty()
                && !said_later(required)
            {
                text.push(' ');
                text.push_str(&self.required(violation.code, required, scene));
            }
        }
        text
    }

    /// Only what is wrong, without article and without what must be played instead.
    #[must_use]
    pub fn reason(&self, violation: &Violation, scene: &Scene<'_>) -> String {
        let shown = &violation.squares[..violation.squares.len().min(MOST_SQUARES)];
        // The first square of these is the king's; what attacks it comes behind.
        let actors = match violation.code {
            ViolationCode::CastlingThroughAttack | ViolationCode::CastlingIntoAttack => {
                shown.get(1..).unwrap_or_default()
            }
            _ => shown,
        };
        let last = shown.last().map_or_else(String::new, |square| {
            self.pieces(scene, &[*square], Case::The)
        });
        let to_move = scene.position().side_to_move();
        let first = shown.first();
        let foe = first.and_then(|square| scene.position().piece_at(*square));
        // A move dates the loss of what stood on a square; the king's needs none.
        let needs_no_square = violation.code == ViolationCode::CastlingKingMoved;
        let dated = violation
            .since_ply
            .filter(|_| needs_no_square || !shown.is_empty());
        let required = violation.required.as_ref();
        let mut args = Args::none()
            .text("game", scene.family().word())
            .flag("sided", true)
            .text("side", self.noun(scene, to_move))
            .text(
                "square",
                first.map_or_else(String::new, |it| scene.square(*it)),
            )
            .text("squares", self.squares(scene, shown))
            .text("pieces", self.pieces(scene, actors, Case::The))
            .text("Pieces", self.pieces(scene, actors, Case::Opening))
            .text("by", self.pieces(scene, actors, Case::By))
            .text("last", last)
            .flag("foe", foe.is_some_and(|piece| piece.side != to_move))
            .flag("dated", dated.is_some())
            .number("count", shown.len() as u64)
            .number(
                "required",
                required.map_or(0, |it| u64::from(it.capture_count)),
            );
        if let Some(ply) = dated {
            args = args.text("when", self.ply(scene, ply));
        }
        self.say(keys::violation(violation.code), &args)
    }

    /// What a rule forbids, where the position in which it was broken is not at hand.
    #[must_use]
    pub fn rule(&self, code: ViolationCode, family: Family) -> String {
        let args = Args::none()
            .text("game", family.word())
            .flag("sided", false)
            .flag("foe", false)
            .flag("dated", false)
            .number("count", 0)
            .number("required", 0);
        self.say(keys::violation(code), &args)
    }

    /// What must be played instead.
    fn required(&self, code: ViolationCode, required: &Required, scene: &Scene<'_>) -> String {
        let moves = self.moves(&required.moves, scene);
        let args = Args::none()
            .text("moves", moves)
            .number("move_count", required.moves.len() as u64);
        let id = match code {
            ViolationCode::Ambiguous => "required-candidates",
            ViolationCode::UnreadableMove
            | ViolationCode::NothingToCapture
            | ViolationCode::EnPassantNoDoubleStep
            | ViolationCode::PromotionRequired
            | ViolationCode::PromotionImpossible
            | ViolationCode::CastlingNotationRequired => "required-legal",
            _ => "required-moves",
        };
        self.say(id, &args)
    }

    /// Moves in canonical text, in the letters of this language, as a list of choices.
    pub(super) fn moves(&self, moves: &[String], scene: &Scene<'_>) -> String {
        let shown: Vec<String> = moves
            .iter()
            .take(MOST_MOVES)
            .map(|text| self.move_text(text, scene))
            .collect();
        match moves.len().checked_sub(MOST_MOVES).filter(|more| *more > 0) {
            None => self.one_of(&shown),
            Some(more) => {
                let args = Args::none()
                    .text("list", shown.join(", "))
                    .number("count", more as u64);
                self.say("list-more", &args)
            }
        }
    }

    /// A move in canonical text, in the letters of this language.
    pub(super) fn move_text(&self, text: &str, scene: &Scene<'_>) -> String {
        match scene.position() {
            Position::Chess(_) => self.letters(text),
            Position::Draughts(_) => text.to_owned(),
        }
    }
}
