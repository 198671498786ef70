//! Opening a game: from a record, which is replayed, or from a state token, which is unsealed.

use std::{borrow::Cow, sync::Arc};

use prost::Message as _;
use tabuleiro_proto::v1::{self, game::Standing};
use tabuleiro_rules::{
    Move, Position, Ruleset, Side, Strictness, Violation,
    game::{Action, Game, GameState, Refusal, RequestedMove},
    locale::Scene,
};

use crate::{
    error::{Failure, FieldFault, escaped},
    services::{Core, call::Call},
    wire::{self, reading, square::Names},
};

/// Longest position text, in bytes.
pub(crate) const LONGEST_FEN: usize = 1024;

/// Longest state token, in bytes.
pub(crate) const LONGEST_TOKEN: usize = 64 << 10;

/// Records up to so many moves and facts are replayed where they arrive; longer ones in the compute pool.
const SHORT_RECORD: usize = 32;

/// Whether opening this game is long work.
pub(crate) fn is_long(game: Option<&v1::Game>) -> bool {
    match game.and_then(|game| game.standing.as_ref()) {
        Some(Standing::Record(record)) => record.moves.len() + record.facts.len() > SHORT_RECORD,
        Some(Standing::State(_)) | None => false,
    }
}

/// A game that was opened: where it stands, and its rules as the request named them.
pub(crate) struct Opened<'a> {
    pub(crate) state: GameState,
    pub(crate) ruleset: NamedRules<'a>,
}

/// The rules of a game as its request names them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NamedRules<'a> {
    /// By a message.
    Message(&'a v1::Ruleset),
    /// By a token, where that message is encoded.
    Token(&'a [u8]),
}

impl<'a> NamedRules<'a> {
    fn encoded(self) -> Cow<'a, [u8]> {
        match self {
            NamedRules::Message(message) => message.encode_to_vec().into(),
            NamedRules::Token(encoded) => encoded.into(),
        }
    }
}

/// The standing of the game in a request, in whose language it is told why a record cannot be played.
///
/// # Errors
/// Everything that can be wrong with a game: its rules, its record, its token.
pub(crate) fn open<'a>(
    core: &Call<'_>,
    game: Option<&'a v1::Game>,
    locale: &str,
) -> Result<Opened<'a>, Failure> {
    let game = wire::required(game, "game")?;
    if let Some(Standing::State(token)) = &game.standing {
        return from_token(core, game, token);
    }
    let ruleset = wire::required(game.ruleset.as_ref(), "game.ruleset")?;
    let rules = core.rulesets.read(ruleset)?;
    let state = match &game.standing {
        Some(Standing::Record(record)) => {
            replay(core, rules, record, "game.record", locale)?.to_state()
        }
        Some(Standing::State(_)) | None => GameState::start(rules),
    };
    core.opened(&state)?;
    Ok(Opened {
        state,
        ruleset: NamedRules::Message(ruleset),
    })
}

/// A token's payload is the rules as a request names them, with their length before them, and the state. The state
/// is bound to the law by its fingerprint: a release in which the named rules mean something else refuses it.
fn from_token<'a>(
    core: &Call<'_>,
    game: &v1::Game,
    token: &'a [u8],
) -> Result<Opened<'a>, Failure> {
    if token.len() > LONGEST_TOKEN {
        let len = token.len();
        let message = format!("{len} bytes, a state token has at most {LONGEST_TOKEN}");
        return Err(Failure::field("game.state", "TOO_LONG", message));
    }
    let payload = core.keys.open(token)?;
    let damaged = || Failure::TokenContent("its rules cannot be read".to_owned());
    let (len, rest) = payload.split_first_chunk::<2>().ok_or_else(damaged)?;
    let (rules, state) = rest
        .split_at_checked(usize::from(u16::from_be_bytes(*len)))
        .ok_or_else(damaged)?;
    let law = core.rulesets.read_encoded(rules)?.ok_or_else(damaged)?;
    let state =
        GameState::decode(state, &law).map_err(|fault| Failure::TokenContent(fault.to_string()))?;
    if let Some(named) = &game.ruleset
        && named.encode_to_vec() != rules
        && core.rulesets.read(named)?.fingerprint() != law.fingerprint()
    {
        return Err(Failure::TokenContent(
            "it is bound to other rules than the request names".to_owned(),
        ));
    }
    core.opened(&state)?;
    Ok(Opened {
        state,
        ruleset: NamedRules::Token(rules),
    })
}

/// The token that carries a game on.
///
/// # Errors
/// `RECORD_REQUIRED`: too many reversible plies for a token.
pub(crate) fn seal(
    core: &Core,
    state: &GameState,
    ruleset: NamedRules<'_>,
) -> Result<bytes::Bytes, Failure> {
    let rules = ruleset.encoded();
    let len = u16::try_from(rules.len())
        .map_err(|_| Failure::field("game.ruleset", "TOO_LONG", "house rules beyond all reason"))?;
    let token = core.keys.seal(|out| {
        out.extend_from_slice(&len.to_be_bytes());
        out.extend_from_slice(&rules);
        state.encode_to(out)
    });
    token
        .map(bytes::Bytes::from)
        .map_err(|too_many| Failure::RecordRequired(too_many.to_string()))
}

/// Plays a record, moves and facts in their order.
pub(crate) fn replay(
    core: &Call<'_>,
    rules: Arc<Ruleset>,
    record: &v1::Record,
    field: &str,
    locale: &str,
) -> Result<Game, Failure> {
    replay_with(core, rules, record, field, locale, |_, _| {})
}

/// [`replay`], telling each move with the position in which it was made: those too that are corrected later. Of a capture that was left
/// unfinished the position is one in which captures may stop on their way.
pub(crate) fn replay_with(
    core: &Call<'_>,
    rules: Arc<Ruleset>,
    record: &v1::Record,
    field: &str,
    locale: &str,
    mut told: impl FnMut(&Position, Move),
) -> Result<Game, Failure> {
    limit(
        "max_record_plies",
        core.limits.record_plies,
        record.moves.len(),
    )?;
    limit("max_facts", core.limits.facts, record.facts.len())?;
    let names = Names::of(&rules);
    let reading = reading::read(record.notation, &record.language, field)?;
    let mut game = start(rules, record, field)?;
    let mut facts = facts(record, field)?.peekable();
    let refused = |game: &Game, refusal: &Refusal, ply: usize, field: &str, text: Option<&str>| {
        not_played(refusal, ply, field, |violation| {
            let scene = Scene::at(game.state().position(), game.state().ply());
            let reason = core.voice(locale).violation(violation, &scene);
            match text {
                Some(text) => format!("\"{}\": {reason}", escaped(text)),
                None => reason,
            }
        })
    };
    for (index, text) in record.moves.iter().enumerate() {
        core.go_on()?;
        core.short(game.state().position())?;
        while let Some((at, fact)) = facts.next_if(|(_, fact)| ply_of(fact, record) <= index) {
            let field = format!("{field}.facts[{at}]");
            let fact = wire::fact::read_fact(fact, &names, &field)?;
            game.apply_as(&Action::Fact(fact), &reading)
                .map_err(|refusal| refused(&game, &refusal, index, &field, None))?;
        }
        let before = game.state().position().clone();
        let request = RequestedMove::from(text.as_str());
        match game.play_as(&request, &reading) {
            Ok((m, _)) => told(&before, m),
            Err(refusal) => {
                let behind = facts.clone();
                let behind = behind.take_while(|(_, fact)| ply_of(fact, record) == index + 1);
                let mover = before.side_to_move();
                // A ruling on the same record goes on from it too.
                let stopped = if is_spoken_of(behind, mover, &names, field)? {
                    game.play_stopped(&request, &reading, &refusal)
                } else {
                    Ok(None)
                };
                let (before, m) = stopped
                    .map_err(Refusal::from)
                    .and_then(|stopped| stopped.ok_or(refusal))
                    .map_err(|refusal| {
                        let field = format!("{field}.moves[{index}]");
                        refused(&game, &refusal, index + 1, &field, Some(text))
                    })?;
                told(&before, m);
            }
        }
    }
    for (at, fact) in facts {
        let field = format!("{field}.facts[{at}]");
        let fact = wire::fact::read_fact(fact, &names, &field)?;
        game.apply_as(&Action::Fact(fact), &reading)
            .map_err(|refusal| refused(&game, &refusal, record.moves.len(), &field, None))?;
    }
    Ok(game)
}

/// Whether one of the facts directly behind a move of this player makes it, where the law does not allow it, a capture that was left
/// unfinished.
fn is_spoken_of<'f>(
    behind: impl Iterator<Item = (usize, &'f v1::Fact)>,
    mover: Side,
    names: &Names,
    field: &str,
) -> Result<bool, Failure> {
    for (at, fact) in behind {
        let fact = wire::fact::read_fact(fact, names, &format!("{field}.facts[{at}]"))?;
        if fact.speaks_of_a_move_by(mover) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn start(rules: Arc<Ruleset>, record: &v1::Record, field: &str) -> Result<Game, Failure> {
    if record.start_position.is_empty() {
        return Ok(Game::start(rules));
    }
    let position = position(
        &rules,
        &record.start_position,
        wire::position::read_strictness(record.strictness, &format!("{field}.strictness"))?,
        &format!("{field}.start_position"),
    )?;
    let known = record.history_known.unwrap_or(false);
    Game::start_from(rules, position, known).map_err(|_| Failure::Internal)
}

/// A position of these rules.
pub(crate) fn position(
    rules: &Ruleset,
    text: &str,
    strictness: Strictness,
    field: &str,
) -> Result<Position, Failure> {
    check_length(text, field)?;
    Position::from_fen(rules, text, strictness)
        .map(|parsed| parsed.position)
        .map_err(|faults| wire::position::refusal(&faults, field))
}

/// A position text of bounded length.
pub(crate) fn check_length(text: &str, field: &str) -> Result<(), Failure> {
    if text.len() <= LONGEST_FEN {
        return Ok(());
    }
    let message = format!(
        "{} bytes, a position text has at most {LONGEST_FEN}",
        text.len()
    );
    Err(Failure::InvalidPosition(vec![
        FieldFault::new(field, "TEXT_TOO_LONG", message).at(LONGEST_FEN),
    ]))
}

/// The facts with their places, checked to be in the order of play.
fn facts<'a>(
    record: &'a v1::Record,
    field: &str,
) -> Result<impl Iterator<Item = (usize, &'a v1::Fact)> + Clone, Failure> {
    let mut last = 0;
    for (at, fact) in record.facts.iter().enumerate() {
        let ply = ply_of(fact, record);
        if ply < last || ply > record.moves.len() {
            return Err(Failure::field(
                format!("{field}.facts[{at}].after_ply"),
                "OUT_OF_ORDER",
                format!("expected a ply from {last} to {}", record.moves.len()),
            ));
        }
        last = ply;
    }
    Ok(record.facts.iter().enumerate())
}

/// The ply after which a fact happened; a negative one is out of order.
fn ply_of(fact: &v1::Fact, record: &v1::Record) -> usize {
    fact.after_ply.map_or(record.moves.len(), |ply| {
        usize::try_from(ply).unwrap_or(usize::MAX)
    })
}

/// More than a limit of this server.
pub(crate) fn limit(limit_name: &'static str, limit: usize, value: usize) -> Result<(), Failure> {
    if value <= limit {
        return Ok(());
    }
    Err(Failure::LimitExceeded {
        limit_name,
        limit: limit as u64,
        value: value as u64,
    })
}

/// `told` says in words which rule is broken.
fn not_played(
    refusal: &Refusal,
    ply: usize,
    field: &str,
    told: impl Fn(&Violation) -> String,
) -> Failure {
    match refusal {
        Refusal::Exhausted(exhausted) => Failure::WorkBudgetExhausted {
            limit: exhausted.budget,
        },
        Refusal::Broken { violations } => {
            let fault = |violation: &Violation| {
                let code = wire::violation::code_name(violation.code);
                FieldFault::new(field, code, told(violation))
            };
            let faults: Vec<_> = violations.iter().map(fault).collect();
            Failure::InvalidRecord {
                ply,
                code: faults.first().map_or("UNREADABLE_MOVE", |first| first.code),
                faults,
            }
        }
    }
}
