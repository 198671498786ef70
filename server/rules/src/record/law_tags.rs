//! The law and the circumstances of a game as tags, which other programs ignore: `Rulebook`, `HouseRules`, `Room`,
//! `Circumstances`, `HistoryKnown`, and `Variant` where no number of PDN says which game it is.

use super::RecordText;
use crate::adjudication::{Context, Phase, Room, TimeClass};
use crate::draughts::RuleSet;
use crate::rulebook::{Agreement, Rulebook, Switch};
use crate::variant::Variant;
use crate::{Ruleset, RulesetError, RulesetRequest};

/// What the tags of a record say about its law beside the variant, and about its circumstances.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LawTags {
    /// The rulebook by its id. None: the variant's own.
    pub rulebook: Option<String>,
    /// The switches that the house changed, in order. They are not checked here.
    pub switches: Vec<(String, String)>,
    /// The circumstances.
    pub context: Context,
    /// Whether what was before the start position is known. None: not said.
    pub history_known: Option<bool>,
}

/// A tag whose value cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tag {tag} does not take {value:?}")]
pub struct UnreadableTag {
    /// Its name.
    pub tag: &'static str,
    /// The value, or the part of it that cannot be read.
    pub value: String,
}

const RULEBOOK: &str = "Rulebook";
const HOUSE_RULES: &str = "HouseRules";
const ROOM: &str = "Room";
const CIRCUMSTANCES: &str = "Circumstances";
const HISTORY: &str = "HistoryKnown";

impl LawTags {
    /// The names of all these tags.
    pub const NAMES: [&'static str; 5] = [RULEBOOK, HOUSE_RULES, ROOM, CIRCUMSTANCES, HISTORY];

    /// Whether a tag is one of these: a writer replaces them. A room that no rulebook has is none.
    #[must_use]
    pub fn is_one(name: &str, value: &str) -> bool {
        LawTags::NAMES.contains(&name) && (name != ROOM || Room::from_word(value.trim()).is_some())
    }

    /// The law of a variant as these tags have it.
    ///
    /// # Errors
    /// As [`Ruleset::build`].
    pub fn law(&self, variant: Variant) -> Result<Ruleset, RulesetError> {
        let switches = self.switches.iter();
        Ruleset::build(&RulesetRequest {
            variant: variant.id(),
            rulebook: self.rulebook.as_deref().unwrap_or_default(),
            switches: switches
                .map(|(key, value)| (key.as_str(), value.as_str()))
                .collect(),
        })
    }

    /// The circumstances that a caller gives, and where he says nothing, those of the tags.
    #[must_use]
    pub fn context_beside(&self, given: &Context) -> Context {
        let here = &self.context;
        let asked_later = given.phase != Phase::default();
        Context {
            phase: if asked_later { given.phase } else { here.phase },
            time_class: given.time_class.or(here.time_class),
            supervised: given.supervised.or(here.supervised),
            score_sheet_kept: given.score_sheet_kept.or(here.score_sheet_kept),
            room: given.room.or(here.room),
            agreement: given.agreement.or(here.agreement),
            quickplay_announced: given.quickplay_announced.or(here.quickplay_announced),
        }
    }
}

/// What the tags say.
///
/// # Errors
/// A value that is no list of switches, or no circumstance.
pub fn law_tags(text: &RecordText<'_>) -> Result<LawTags, UnreadableTag> {
    let value = |tag: &str| text.tag(tag).map(|value| value.trim().to_owned());
    let mut tags = LawTags {
        rulebook: value(RULEBOOK).filter(|id| !id.is_empty()),
        ..LawTags::default()
    };
    for (key, value) in value(HOUSE_RULES).iter().flat_map(|list| pairs(list)) {
        let value = value.ok_or_else(|| unreadable(HOUSE_RULES, key))?;
        tags.switches.push((key.to_owned(), value.to_owned()));
    }
    // A room of another kind is the event's own affair.
    tags.context.room = value(ROOM).and_then(|room| Room::from_word(&room));
    for (key, value) in value(CIRCUMSTANCES).iter().flat_map(|list| pairs(list)) {
        let read = value.and_then(|value| circumstance(&mut tags.context, key, value));
        read.ok_or_else(|| unreadable(CIRCUMSTANCES, key))?;
    }
    tags.history_known = match value(HISTORY).as_deref() {
        None | Some("") => None,
        Some(answer) => Some(yes_no(answer).ok_or_else(|| unreadable(HISTORY, answer))?),
    };
    Ok(tags)
}

fn unreadable(tag: &'static str, value: &str) -> UnreadableTag {
    UnreadableTag {
        tag,
        value: value.to_owned(),
    }
}

/// `key=value; key=value`.
fn pairs(list: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    list.split(';')
        .map(str::trim)
        .filter(|pair| !pair.is_empty())
        .map(|pair| match pair.split_once('=') {
            Some((key, value)) => (key.trim(), Some(value.trim())),
            None => (pair, None),
        })
}

fn circumstance(context: &mut Context, key: &str, value: &str) -> Option<()> {
    match key {
        "phase" => context.phase = Phase::from_word(value)?,
        "time_class" => context.time_class = Some(TimeClass::from_word(value)?),
        "supervised" => context.supervised = Some(yes_no(value)?),
        "score_sheet_kept" => context.score_sheet_kept = Some(yes_no(value)?),
        "agreement" => context.agreement = Some(Agreement::from_text(value)?),
        "quickplay_announced" => context.quickplay_announced = Some(yes_no(value)?),
        _ => return None,
    }
    Some(())
}

fn yes_no(value: &str) -> Option<bool> {
    match value {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// The tags that keep a law, its circumstances and whether the past is known. What is the variant's own is not said.
#[must_use]
pub fn tags_of_law(
    law: &Ruleset,
    context: &Context,
    history_known: Option<bool>,
) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    let variant = law.variant();
    if let Variant::Draughts(set) = variant
        && set
            .pdn_game_type()
            .and_then(|tag| RuleSet::from_pdn_game_type(&tag))
            != Some(set)
    {
        tags.push(("Variant", set.id().to_owned()));
    }
    if law.rulebook().id != Rulebook::default_for(variant) {
        tags.push((RULEBOOK, law.rulebook().id.word().to_owned()));
    }
    let value = |key: &&'static str| {
        let value = match Switch::find(key) {
            Some(switch) => switch.value(law.end_rules()),
            None => law.switches()?.get(key)?,
        };
        Some(format!("{key}={value}"))
    };
    let switches: Vec<String> = law.changed().iter().filter_map(value).collect();
    if !switches.is_empty() {
        tags.push((HOUSE_RULES, switches.join("; ")));
    }
    if let Some(room) = context.room {
        tags.push((ROOM, room.word().to_owned()));
    }
    let yes_no = |key: &str, answer: Option<bool>| {
        answer.map(|answer| format!("{key}={}", if answer { "yes" } else { "no" }))
    };
    let phase = (context.phase != Phase::default()).then(|| format!("phase={}", context.phase));
    let said: Vec<String> = [
        phase,
        context
            .time_class
            .map(|class| format!("time_class={class}")),
        yes_no("supervised", context.supervised),
        yes_no("score_sheet_kept", context.score_sheet_kept),
        context
            .agreement
            .map(|rule| format!("agreement={}", rule.text())),
        yes_no("quickplay_announced", context.quickplay_announced),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !said.is_empty() {
        tags.push((CIRCUMSTANCES, said.join("; ")));
    }
    if let Some(known) = history_known {
        let word = if known { "yes" } else { "no" };
        tags.push((HISTORY, word.to_owned()));
    }
    tags
}
