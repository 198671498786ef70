//! `ListVariants`: the catalogue, made once a language and then only filtered.

use std::sync::OnceLock;

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Variant, adjudication::RULES_VERSION, chess::cannot_mate::Budget, game::LONGEST_WINDOW,
    locale::Locale,
};

use crate::{
    error::Failure,
    services::{Core, audit},
    wire::{self, catalogue::Entry},
};

/// The variants by language, each made when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    by_locale: [OnceLock<Vec<Entry>>; Locale::ALL.len()],
}

/// Most variants that a request may name.
const MOST_VARIANTS: usize = 256;

/// The answer.
///
/// # Errors
/// `UNKNOWN_VARIANT`.
pub(crate) fn list(
    core: &Core,
    request: &v1::ListVariantsRequest,
) -> Result<v1::ListVariantsResponse, Failure> {
    wire::at_most(&request.variants, MOST_VARIANTS, "variants")?;
    let mut wanted = Vec::new();
    for id in &request.variants {
        wanted.push(Variant::parse(id).ok_or_else(|| Failure::UnknownVariant(id.clone()))?);
    }
    let voice = core.voice(&request.locale);
    let mut cells = Locale::ALL.iter().zip(&core.prepared.by_locale);
    let (_, cell) = cells
        .find(|(locale, _)| **locale == voice.locale())
        .ok_or(Failure::Internal)?;
    let all = cell.get_or_init(|| wire::catalogue::variants(core.rulesets.catalogue(), voice));
    let is_wanted = |id: &str| wanted.is_empty() || wanted.iter().any(|it| it.id() == id);
    let variants = all
        .iter()
        .filter(|entry| is_wanted(&entry.variant.id))
        .map(|entry| v1::Variant {
            board: request.include_boards.then(|| entry.board.clone()),
            ..entry.variant.clone()
        })
        .collect();
    let listed = Variant::all().filter(|variant| is_wanted(variant.id()));
    Ok(v1::ListVariantsResponse {
        variants,
        rulebooks: wire::catalogue::rulebooks(listed, voice),
        limits: Some(limits(core)),
        server: Some(v1::ServerInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules_version: RULES_VERSION.to_owned(),
            commit: option_env!("TABULEIRO_COMMIT")
                .unwrap_or_default()
                .to_owned(),
            seals_state_tokens: core.keys.seals(),
            locales: Locale::ALL.map(|locale| locale.tag().to_owned()).to_vec(),
        }),
    })
}

fn limits(core: &Core) -> v1::ServerLimits {
    let limits = &core.limits;
    let of_game = audit::limits(core);
    v1::ServerLimits {
        max_message_bytes: i64::try_from(limits.request_bytes).unwrap_or(i64::MAX),
        max_record_plies: wire::count(limits.record_plies),
        max_facts: wire::count(limits.facts),
        max_batch_items: wire::count(limits.batch_items),
        max_actions: wire::count(limits.actions),
        max_game_bytes: i64::try_from(of_game.game_bytes).unwrap_or(i64::MAX),
        max_variation_depth: wire::count(of_game.nesting),
        max_tags: wire::count(of_game.tags),
        max_comment_bytes: i64::try_from(of_game.comment_bytes).unwrap_or(i64::MAX),
        max_game_faults: wire::count(of_game.faults),
        max_reversible_plies: wire::count(LONGEST_WINDOW),
        default_work_budget: i64::from(limits.work_budget.min(Budget::default().get())),
        max_work_budget: i64::from(limits.work_budget),
        max_batch_work: i64::try_from(limits.batch_work).unwrap_or(i64::MAX),
        max_audit_bytes: 0,
    }
}
