//! Actions as they are typed: moves, and words for what happens beside them.

use tabuleiro_client::{Action, ClaimKind, Fact, Side, v1};

use crate::{failure::Failure, lang::Lang, suggest};

/// What can be typed, for `--help`.
pub(crate) const HELP: &str = "\
Actions, in the order in which they happened:
  e4  c3-d4  26x17x10        a move, in any notation of the variant
  offer  accept  refuse      a draw is offered (by the player who has just moved), accepted, refused
  resign  flag  absent       of the player to move; flag:last, flag:earlier say in which period of play
  claim:KIND  claim:KIND:MOVE
                             repetition, fifty_moves, king_moves, stronger_side, material_unchanged, main_road,
                             small_ending, frisian_two_kings, dead_position, quickplay; with a move: written down and
                             not made
  touch:SQUARE,SQUARE        touched pieces, in order
  huff:SQUARE  correct  stand
                             the right against an omitted capture is used, or let go
  release:CAPTURE            the hand is taken from a capture before its end: as far as it was made
  designate:SQUARE  release  takeback  press  illegal:TEXT  perpetual
  two-hands  wrong-start:set-up|board|colours
  arbiter:1-0|0-1|draw|0-0|1/2-0|0-1/2|on  advantage:yes|no[:SIDE]  position-stands
                             what the arbiter decided
Another player is named after a colon (resign:white), another ply after an @ (resign:white@34).";

/// Words that are no moves.
const WORDS: [&str; 23] = [
    "two-hands",
    "wrong-start",
    "offer",
    "accept",
    "refuse",
    "resign",
    "flag",
    "absent",
    "claim",
    "touch",
    "huff",
    "correct",
    "stand",
    "designate",
    "release",
    "takeback",
    "press",
    "illegal",
    "perpetual",
    "arbiter",
    "advantage",
    "position-stands",
    "draw",
];

/// An action as it was typed.
#[derive(Debug)]
pub(crate) enum Typed<'a> {
    /// A move.
    Move(&'a str),
    /// A word with what belongs to it.
    Word(Word<'a>),
}

/// A word with what belongs to it.
#[derive(Debug)]
pub(crate) struct Word<'a> {
    typed: &'a str,
    name: &'a str,
    side: Option<Side>,
    ply: Option<u16>,
    rest: Vec<&'a str>,
}

/// Reads what was typed: whatever does not begin with a known word is a move.
pub(crate) fn read(typed: &str) -> Result<Typed<'_>, Failure> {
    let (before, ply) = match typed.rsplit_once('@') {
        Some((before, ply)) => (before, ply.parse().ok()),
        None => (typed, None),
    };
    let mut parts = before.split(':');
    let name = parts.next().unwrap_or_default();
    if !WORDS.contains(&name) {
        return Ok(Typed::Move(typed));
    }
    if before != typed && ply.is_none() {
        return Err(Failure::usage(|lang| {
            let says = lang.say(
                "a ply is a number from 0",
                "um meio-lance é um número a partir de 0",
            );
            format!("{typed:?}: {says}")
        }));
    }
    let mut side = None;
    let mut rest = Vec::new();
    for part in parts {
        match part {
            "white" => side = Some(Side::White),
            "black" => side = Some(Side::Black),
            other => rest.push(other),
        }
    }
    Ok(Typed::Word(Word {
        typed,
        name,
        side,
        ply,
        rest,
    }))
}

/// Who is meant where nobody is named: kept while the actions are gone through.
#[derive(Debug)]
pub(crate) struct Turn {
    to_move: Side,
    moved: bool,
    offered: Option<Side>,
    /// Who asked for a correction of a capture, or may: whether it takes effect and gives the turn back depends on the rules.
    corrector: Option<Side>,
}

impl Turn {
    /// At the start, or where a state stands.
    pub(crate) fn new(to_move: v1::Side) -> Turn {
        Turn {
            to_move: match to_move {
                v1::Side::Black => Side::Black,
                v1::Side::White | v1::Side::Unspecified => Side::White,
            },
            moved: false,
            offered: None,
            corrector: None,
        }
    }

    /// A move was played.
    pub(crate) fn pass(&mut self) {
        self.to_move = other(self.to_move);
        self.moved = true;
        self.offered = None;
    }

    /// Who does this; none where it cannot be known from what was typed.
    fn of(&self, name: &str) -> Option<Side> {
        match (name, self.corrector) {
            ("correct" | "stand", Some(side)) => Some(side),
            // An offer is made after one's move, before the clock is pressed (FIDE 9.1.2.1).
            ("accept" | "refuse", _) if self.offered.is_some() => self.offered.map(other),
            (_, Some(_)) => None,
            ("offer" | "perpetual", None) if self.moved => Some(other(self.to_move)),
            _ => Some(self.to_move),
        }
    }
}

fn other(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
    }
}

impl Word<'_> {
    /// Whether the turn decides who is meant.
    pub(crate) fn needs_turn(&self) -> bool {
        self.side.is_none() && !matches!(self.name, "arbiter" | "position-stands" | "wrong-start")
    }

    /// The fact that is meant.
    pub(crate) fn fact(&self, turn: &mut Turn) -> Result<Fact, Failure> {
        let side = match self.side.or_else(|| turn.of(self.name)) {
            Some(side) => side,
            None if !self.needs_turn() => turn.to_move,
            None => {
                return Err(self.bad(|lang| lang.say(
                    "after `release:CAPTURE` or `correct` the rules decide whose turn it is: say \":white\" or \":black\"",
                    "depois de `release:CAPTURE` ou `correct` as regras decidem de quem é a vez: diga \":white\" ou \":black\"",
                ).to_owned()));
            }
        };
        let fact = match (self.name, self.rest.as_slice()) {
            ("offer" | "draw", []) => {
                turn.offered = Some(side);
                Fact::offered_draw(side)
            }
            ("accept", []) => Fact::accepted_draw(side),
            ("refuse", []) => Fact::refused_draw(side),
            ("resign", []) => Fact::resigned(side),
            ("flag", []) => Fact::flag_fell(side),
            ("flag", ["last"]) => Fact::flag_fell_in(side, true),
            ("flag", ["earlier"]) => Fact::flag_fell_in(side, false),
            ("absent", []) => Fact::absent(side),
            ("claim", [kind]) => Fact::claimed(side, self.claim(kind)?),
            ("claim", [kind, intended @ ..]) if !intended.is_empty() => {
                Fact::claimed_with(side, self.claim(kind)?, intended.join(":"))
            }
            ("touch", [squares]) if !squares.is_empty() => Fact::touched(side, squares.split(',')),
            ("huff", [square]) => Fact::huffed(side, *square),
            ("designate", [square]) => Fact::designated(side, *square),
            ("correct", []) => {
                turn.corrector = Some(side);
                Fact::requested_correction(side)
            }
            ("stand", []) => Fact::let_stand(side),
            ("release", []) => Fact::released(side),
            ("release", capture) => {
                turn.corrector = Some(other(side));
                Fact::released_on_the_way(side, capture.join(":"))
            }
            ("takeback", []) => Fact::took_back(side),
            ("press", []) => Fact::pressed_without_moving(side),
            ("illegal", text) => Fact::completed_illegal_move(side, text.join(":")),
            ("perpetual", []) => Fact::offered_perpetual_check(side),
            ("arbiter", [result]) => Fact::arbiter_decided(match *result {
                "1-0" => v1::Outcome::WhiteWins,
                "0-1" => v1::Outcome::BlackWins,
                "draw" | "1/2-1/2" => v1::Outcome::Draw,
                "0-0" => v1::Outcome::BothLose,
                "1/2-0" => v1::Outcome::WhiteHalfPoint,
                "0-1/2" => v1::Outcome::BlackHalfPoint,
                "on" => v1::Outcome::Unspecified,
                _ => {
                    return Err(self.bad(|lang| {
                        lang.say(
                            "a result is 1-0, 0-1, draw, 0-0, 1/2-0, 0-1/2 or on",
                            "um resultado é 1-0, 0-1, draw, 0-0, 1/2-0, 0-1/2 ou on",
                        )
                        .to_owned()
                    }));
                }
            }),
            ("advantage", ["yes"]) => Fact::decided_advantage(side, true),
            ("advantage", ["no"]) => Fact::decided_advantage(side, false),
            ("position-stands", []) => Fact::illegal_position_stood(),
            ("two-hands", []) => Fact::used_two_hands(side),
            ("wrong-start", [fault]) => Fact::found_irregular_start(match *fault {
                "set-up" => v1::StartFault::WrongSetUp,
                "board" => v1::StartFault::BoardTurned,
                "colours" => v1::StartFault::ColoursReversed,
                _ => {
                    return Err(self.bad(|lang| {
                        lang.say(
                            "what was wrong is set-up, board or colours",
                            "o que estava errado é set-up, board ou colours",
                        )
                        .to_owned()
                    }));
                }
            }),
            _ => {
                return Err(self.bad(|lang| {
                    lang.say(
                        "see `tabuleiro apply --help` for what belongs to it",
                        "veja em `tabuleiro apply --help` o que lhe pertence",
                    )
                    .to_owned()
                }));
            }
        };
        Ok(match self.ply {
            Some(ply) => fact.at_ply(ply),
            None => fact,
        })
    }

    fn claim(&self, kind: &str) -> Result<ClaimKind, Failure> {
        let name = format!("CLAIM_KIND_{}", kind.to_ascii_uppercase());
        let known = ClaimKind::from_str_name(&name);
        known
            .filter(|kind| *kind != ClaimKind::Unspecified)
            .ok_or_else(|| {
                let all = (1..).map_while(|number| ClaimKind::try_from(number).ok());
                let all: Vec<_> = all
                    .map(|kind| {
                        kind.as_str_name()
                            .trim_start_matches("CLAIM_KIND_")
                            .to_lowercase()
                    })
                    .collect();
                let near = suggest::closest(kind, all.iter().map(String::as_str));
                self.bad(|lang| match near {
                    Some(near) => {
                        format!("{} claim:{near}?", lang.say("did you mean", "quis dizer"))
                    }
                    None => {
                        let what = lang.each(
                            "what can be claimed is",
                            "pode-se reivindicar",
                            "pode-se reclamar",
                        );
                        format!("{what} {}", all.join(", "))
                    }
                })
            })
    }

    fn bad(&self, why: impl Fn(Lang) -> String) -> Failure {
        Failure::usage(|lang| format!("{:?}: {}", self.typed, why(lang)))
    }
}

/// All actions that were typed, the turn given by whoever knows it.
pub(crate) fn all(typed: &[String], to_move: v1::Side) -> Result<Vec<Action>, Failure> {
    let mut turn = Turn::new(to_move);
    let mut actions = Vec::new();
    for text in typed {
        actions.push(match read(text)? {
            Typed::Move(text) => {
                turn.pass();
                Action::from(text)
            }
            Typed::Word(word) => Action::from(word.fact(&mut turn)?),
        });
    }
    Ok(actions)
}

/// Whether the side to move must be known to say who did what.
pub(crate) fn need_turn(typed: &[String]) -> Result<bool, Failure> {
    let mut need = false;
    for text in typed {
        if let Typed::Word(word) = read(text)? {
            // Read once for its faults.
            word.fact(&mut Turn::new(v1::Side::White))?;
            need |= word.needs_turn();
        }
    }
    Ok(need)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(typed: &[&str], to_move: v1::Side) -> Vec<v1::Fact> {
        let typed: Vec<_> = typed.iter().map(|text| (*text).to_owned()).collect();
        let actions = all(&typed, to_move).expect("actions");
        let facts = actions
            .into_iter()
            .map(|action| v1::Action::from(action).kind);
        facts
            .filter_map(|kind| match kind {
                Some(v1::action::Kind::Fact(fact)) => Some(fact),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn an_offer_is_of_the_player_who_moved_and_the_answer_of_the_other() {
        let facts = facts(&["e4", "offer", "accept"], v1::Side::White);
        let by: Vec<_> = facts.iter().map(v1::Fact::by).collect();
        assert_eq!(by, [v1::Side::White, v1::Side::Black]);
    }

    #[test]
    fn a_capture_left_on_the_way_is_corrected_by_the_other_and_then_the_turn_is_not_guessed() {
        let typed = ["release:c3:e5", "correct", "resign:white"];
        let facts = facts(&typed, v1::Side::White);
        let by: Vec<_> = facts.iter().map(v1::Fact::by).collect();
        assert_eq!(by, [v1::Side::White, v1::Side::Black, v1::Side::White]);
        let Some(v1::fact::Kind::Released(released)) = &facts[0].kind else {
            panic!("a release")
        };
        let stopped = released
            .stopped_capture
            .as_ref()
            .and_then(|it| it.input.clone());
        let text = v1::move_input::Input::Text("c3:e5".to_owned());
        assert_eq!(stopped, Some(text));
        for typed in [["release:c3xe5", "flag"], ["correct", "resign"]] {
            let typed = typed.map(str::to_owned);
            assert!(all(&typed, v1::Side::White).is_err(), "{typed:?}");
        }
    }

    #[test]
    fn a_named_player_and_ply_count() {
        let facts = facts(&["resign:white@34"], v1::Side::Black);
        assert_eq!(facts[0].by(), v1::Side::White);
        assert_eq!(facts[0].after_ply, Some(34));
    }

    #[test]
    fn a_draughts_capture_with_colons_is_a_move() {
        assert!(matches!(read("c3:e5:g7"), Ok(Typed::Move("c3:e5:g7"))));
        assert!(matches!(read("P@e4"), Ok(Typed::Move("P@e4"))));
    }

    #[test]
    fn a_claim_names_its_kind_and_its_intended_move() {
        let facts = facts(&["claim:repetition:Nf3"], v1::Side::White);
        let Some(v1::fact::Kind::Claimed(claimed)) = &facts[0].kind else {
            panic!("a claim")
        };
        assert_eq!(claimed.kind(), ClaimKind::Repetition);
        assert!(claimed.intended_move.is_some());
        let error = all(&["claim:repetitions".to_owned()], v1::Side::White).expect_err("no kind");
        assert!(error.to_string().contains("claim:repetition?"), "{error}");
    }
}
