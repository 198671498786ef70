//! House rules and end rules: the contract's messages on one side, the rules core's switches (`key = value`) on the
//! other. A field of the contract has the name of its key, and an enum value the word of its switch.

use tabuleiro_proto::v1;
use tabuleiro_rules::draughts::Omission;

use crate::error::Failure;

/// An enum of the contract whose values are the words of a switch: `KING_STEP_ONE` is `one`.
pub(super) trait Word: Copy + TryFrom<i32> + Into<i32> {
    const PREFIX: &'static str;
    fn name(self) -> &'static str;
    fn by_name(name: &str) -> Option<Self>;

    /// The word; none for `…_UNSPECIFIED`.
    fn word(self) -> Option<String> {
        let word = self.name().strip_prefix(Self::PREFIX)?;
        (word != "UNSPECIFIED").then(|| word.to_ascii_lowercase())
    }

    fn from_word(word: &str) -> i32 {
        Self::by_name(&format!("{}{}", Self::PREFIX, word.to_ascii_uppercase()))
            .map_or(0, Into::into)
    }
}

/// What an omitted capture means, as answers name it.
pub(super) fn omission(omission: Omission) -> i32 {
    v1::Omission::from_word(omission.id())
}

macro_rules! words {
    ($($enum:ident = $prefix:literal),+ $(,)?) => {$(
        impl Word for v1::$enum {
            const PREFIX: &'static str = $prefix;
            fn name(self) -> &'static str {
                self.as_str_name()
            }
            fn by_name(name: &str) -> Option<Self> {
                v1::$enum::from_str_name(name)
            }
        }
    )+};
}

words! {
    DarkCorner = "DARK_CORNER_",
    Side = "SIDE_",
    Movement = "MOVEMENT_",
    ManCaptures = "MAN_CAPTURES_",
    KingStep = "KING_STEP_",
    KingCaptureReach = "KING_CAPTURE_REACH_",
    KingLanding = "KING_LANDING_",
    CaptureChoice = "CAPTURE_CHOICE_",
    Promotion = "PROMOTION_",
    Removal = "REMOVAL_",
    Omission = "OMISSION_",
    BlockedPlayer = "BLOCKED_PLAYER_",
    Objective = "OBJECTIVE_",
    LonePieceVKing = "LONE_PIECE_V_KING_",
    LimitMode = "LIMIT_MODE_",
    Claimant = "CLAIMANT_",
    CountUnit = "COUNT_UNIT_",
    MovesOf = "MOVES_OF_",
    DeadPositionRule = "DEAD_POSITION_RULE_",
    KingMovesResets = "KING_MOVES_RESETS_",
    RoadHolder = "ROAD_HOLDER_",
    WrongClaimRule = "WRONG_CLAIM_RULE_",
    ResignationRule = "RESIGNATION_RULE_",
    InsufficientMaterialRule = "INSUFFICIENT_MATERIAL_RULE_",
    TouchRule = "TOUCH_RULE_",
    CompletionRule = "COMPLETION_RULE_",
}

/// Switches with the fields that they came from, so that a refusal names the field.
#[derive(Debug, Default)]
pub(crate) struct Switches {
    prefix: &'static str,
    /// Key, value, field path.
    list: Vec<(&'static str, String, String)>,
}

impl Switches {
    /// The switches as the rules core takes them.
    pub(crate) fn pairs(&self) -> Vec<(&str, &str)> {
        self.list
            .iter()
            .map(|(key, value, _)| (*key, value.as_str()))
            .collect()
    }

    /// The field that a key came from, if the request set it.
    pub(crate) fn field_of(&self, key: &str) -> Option<&str> {
        let found = self.list.iter().find(|(known, ..)| *known == key)?;
        Some(&found.2)
    }

    /// The field that a key came from.
    pub(crate) fn field(&self, key: &str) -> &str {
        self.field_of(key).unwrap_or("ruleset")
    }

    fn put(&mut self, key: &'static str, field: &str, value: impl Into<String>) {
        let field = format!("{}.{field}", self.prefix);
        self.list.push((key, value.into(), field));
    }

    fn word<E: Word>(&mut self, key: &'static str, field: &str, value: i32) -> Result<(), Failure> {
        let value: E = super::enumeration(value, format_args!("{}.{field}", self.prefix))?;
        if let Some(word) = value.word() {
            self.put(key, field, word);
        }
        Ok(())
    }

    fn yes_no(&mut self, key: &'static str, field: &str, value: Option<bool>) {
        if let Some(value) = value {
            self.put(key, field, if value { "yes" } else { "no" });
        }
    }

    fn number(&mut self, key: &'static str, field: &str, value: Option<i32>) {
        if let Some(value) = value {
            self.put(key, field, value.to_string());
        }
    }

    fn words(&mut self, key: &'static str, field: &str, words: &[String]) {
        if !words.is_empty() {
            self.put(key, field, words.join(","));
        }
    }

    fn refuse(&self, field: &str, code: &'static str, message: &str) -> Failure {
        Failure::field(format!("{}.{field}", self.prefix), code, message)
    }

    /// Adds what a `DraughtsRules` message sets.
    pub(crate) fn add_movement(&mut self, rules: &v1::DraughtsRules) -> Result<(), Failure> {
        self.prefix = "ruleset.house_rules";
        if let Some(size) = &rules.size {
            self.put("size", "size", format!("{}x{}", size.files, size.ranks));
        }
        self.number("rows_of_men", "rows_of_men", rules.rows_of_men);
        self.word::<v1::DarkCorner>("dark_corner", "dark_corner", rules.dark_corner)?;
        self.word::<v1::Side>("first_player", "first_player", rules.first_player)?;
        self.numbering(rules.numbering)?;
        self.word::<v1::Movement>("movement", "movement", rules.movement)?;
        self.word::<v1::ManCaptures>("man_captures", "man_captures", rules.man_captures)?;
        self.yes_no("man_takes_king", "man_takes_king", rules.man_takes_king);
        self.word::<v1::KingStep>("king_step", "king_step", rules.king_step)?;
        self.word::<v1::KingCaptureReach>(
            "king_capture_reach",
            "king_capture_reach",
            rules.king_capture_reach,
        )?;
        self.word::<v1::KingLanding>("king_landing", "king_landing", rules.king_landing)?;
        self.number("king_run_limit", "king_run_limit", rules.king_run_limit);
        self.yes_no("king_reversal", "king_reversal", rules.king_reversal);
        self.word::<v1::CaptureChoice>("choice", "choice", rules.choice)?;
        self.word::<v1::Promotion>("promotion", "promotion", rules.promotion)?;
        self.word::<v1::Removal>("removal", "removal", rules.removal)?;
        self.word::<v1::Omission>("omission", "omission", rules.omission)?;
        self.yes_no(
            "omission_includes_fewer",
            "omission_includes_fewer",
            rules.omission_includes_fewer,
        );
        self.word::<v1::BlockedPlayer>("blocked_player", "blocked_player", rules.blocked_player)?;
        self.word::<v1::Objective>("objective", "objective", rules.objective)?;
        self.word::<v1::LonePieceVKing>(
            "lone_piece_v_king",
            "lone_piece_v_king",
            rules.lone_piece_v_king,
        )
    }

    fn numbering(&mut self, value: i32) -> Result<(), Failure> {
        let digit = match super::enumeration(value, "ruleset.house_rules.numbering")? {
            v1::Numbering::Unspecified => return Ok(()),
            // The corner does not show in algebraic names.
            v1::Numbering::Algebraic => "A0",
            v1::Numbering::BottomLeft => "N0",
            v1::Numbering::BottomRight => "N1",
            v1::Numbering::TopLeft => "N2",
            v1::Numbering::TopRight => "N3",
        };
        self.put("numbering", "numbering", digit);
        Ok(())
    }

    /// Adds what an `EndRules` message sets.
    pub(crate) fn add_end_rules(&mut self, rules: &v1::EndRules) -> Result<(), Failure> {
        self.prefix = "ruleset.end_rules";
        self.add_repetitions(rules)?;
        self.add_draughts_limits(rules)?;
        if let Some(rule) = &rules.refused_offer {
            self.word::<v1::LimitMode>("refused_offer.mode", "refused_offer.mode", rule.mode)?;
            self.number("refused_offer.limit", "refused_offer.limit", rule.limit);
            self.yes_no(
                "refused_offer.offer_lapses_as_refusal",
                "refused_offer.offer_lapses_as_refusal",
                rule.offer_lapses_as_refusal,
            );
        }
        if let Some(rule) = &rules.agreement {
            self.add_agreement(rule)?;
        }
        self.word::<v1::ResignationRule>("resignation", "resignation", rules.resignation)?;
        match super::enumeration(rules.flag, "ruleset.end_rules.flag")? {
            v1::FlagRule::Unspecified => {}
            v1::FlagRule::Loss => self.put("flag", "flag", "loss"),
            v1::FlagRule::DrawIfNoMate => self.put("flag", "flag", "6.9"),
            v1::FlagRule::MaterialList => self.put("flag", "flag", "material_list"),
            v1::FlagRule::NoClock => self.put("flag", "flag", "no_clock"),
        }
        self.word::<v1::InsufficientMaterialRule>(
            "insufficient_material",
            "insufficient_material",
            rules.insufficient_material,
        )?;
        self.word::<v1::LimitMode>("perpetual_check", "perpetual_check", rules.perpetual_check)?;
        self.word::<v1::TouchRule>("touch_rule", "touch_rule", rules.touch_rule)?;
        self.word::<v1::CompletionRule>("completion", "completion", rules.completion)?;
        self.word::<v1::WrongClaimRule>("wrong_claim", "wrong_claim", rules.wrong_claim)?;
        if let Some(rule) = &rules.illegal_moves {
            self.word::<v1::LimitMode>("illegal_moves.mode", "illegal_moves.mode", rule.mode)?;
            self.number("illegal_moves.count", "illegal_moves.count", rule.count);
            self.number(
                "illegal_moves.bonus_seconds",
                "illegal_moves.bonus_seconds",
                rule.bonus_seconds,
            );
        }
        Ok(())
    }

    fn add_repetitions(&mut self, rules: &v1::EndRules) -> Result<(), Failure> {
        if let Some(rule) = &rules.repetition {
            self.word::<v1::LimitMode>("repetition.mode", "repetition.mode", rule.mode)?;
            self.number("repetition.count", "repetition.count", rule.count);
            self.word::<v1::Claimant>("repetition.claimant", "repetition.claimant", rule.claimant)?;
            self.yes_no(
                "repetition.score_sheet",
                "repetition.score_sheet",
                rule.score_sheet,
            );
            self.yes_no(
                "repetition.intended_move",
                "repetition.intended_move",
                rule.intended_move,
            );
        }
        if let Some(rule) = &rules.fivefold {
            self.word::<v1::LimitMode>("fivefold.mode", "fivefold.mode", rule.mode)?;
            self.number("fivefold.count", "fivefold.count", rule.count);
        }
        self.word::<v1::DeadPositionRule>("dead_position", "dead_position", rules.dead_position)?;
        if let Some(rule) = &rules.fifty {
            self.word::<v1::LimitMode>("fifty.mode", "fifty.mode", rule.mode)?;
            self.number("fifty.limit", "fifty.limit", rule.limit);
        }
        if let Some(rule) = &rules.seventy_five {
            self.word::<v1::LimitMode>("seventy_five.mode", "seventy_five.mode", rule.mode)?;
            self.number("seventy_five.limit", "seventy_five.limit", rule.limit);
        }
        Ok(())
    }

    fn add_draughts_limits(&mut self, rules: &v1::EndRules) -> Result<(), Failure> {
        if let Some(rule) = &rules.king_moves {
            self.word::<v1::LimitMode>("king_moves.mode", "king_moves.mode", rule.mode)?;
            self.number("king_moves.limit", "king_moves.limit", rule.limit);
            self.word::<v1::CountUnit>("king_moves.unit", "king_moves.unit", rule.unit)?;
            self.word::<v1::KingMovesResets>(
                "king_moves.resets",
                "king_moves.resets",
                rule.resets,
            )?;
            self.yes_no("king_moves.yields", "king_moves.yields", rule.yields);
        }
        if let Some(rule) = &rules.strong_v_lone_king {
            let key = "strong_v_lone_king";
            self.word::<v1::LimitMode>("strong_v_lone_king.mode", key, rule.mode)?;
            self.words("strong_v_lone_king.classes", key, &rule.classes);
            self.word::<v1::MovesOf>("strong_v_lone_king.moves_of", key, rule.moves_of)?;
            self.number("strong_v_lone_king.limit", key, rule.limit);
        }
        if let Some(rule) = &rules.material_unchanged {
            let key = "material_unchanged";
            self.word::<v1::LimitMode>("material_unchanged.mode", key, rule.mode)?;
            self.word::<v1::CountUnit>("material_unchanged.unit", key, rule.unit)?;
            let band = |band: &v1::PieceBand| {
                format!("{}-{}:{}", band.min_pieces, band.max_pieces, band.limit)
            };
            let bands: Vec<_> = rule.limits.iter().map(band).collect();
            self.words("material_unchanged.limits", key, &bands);
        }
        if let Some(rule) = &rules.main_road {
            self.word::<v1::LimitMode>("main_road.mode", "main_road.mode", rule.mode)?;
            self.words("main_road.classes", "main_road.classes", &rule.classes);
            self.word::<v1::RoadHolder>("main_road.holder", "main_road.holder", rule.holder)?;
            self.word::<v1::MovesOf>("main_road.moves_of", "main_road.moves_of", rule.moves_of)?;
            self.number("main_road.limit", "main_road.limit", rule.limit);
        }
        if let Some(rule) = &rules.small_endings {
            self.word::<v1::LimitMode>("small_endings.mode", "small_endings.mode", rule.mode)?;
            self.words(
                "small_endings.classes",
                "small_endings.classes",
                &rule.classes,
            );
            self.number("small_endings.limit", "small_endings.limit", rule.limit);
        }
        if let Some(rule) = &rules.frisian_endings {
            self.word::<v1::LimitMode>(
                "frisian_endings.two_kings_v_one",
                "frisian_endings.two_kings_v_one",
                rule.two_kings_v_one,
            )?;
            self.number(
                "frisian_endings.two_kings_v_one_limit",
                "frisian_endings.two_kings_v_one_limit",
                rule.two_kings_v_one_limit,
            );
            self.word::<v1::LimitMode>(
                "frisian_endings.one_king_each",
                "frisian_endings.one_king_each",
                rule.one_king_each,
            )?;
        }
        Ok(())
    }

    fn add_agreement(&mut self, rule: &v1::AgreementRule) -> Result<(), Failure> {
        let value = match super::enumeration(rule.from, "ruleset.end_rules.agreement.from")? {
            v1::AgreementFrom::Unspecified => return Ok(()),
            v1::AgreementFrom::AnyPly => "any_ply".to_owned(),
            v1::AgreementFrom::AfterBothMoved => "after_both_moved".to_owned(),
            v1::AgreementFrom::Off => "off".to_owned(),
            v1::AgreementFrom::MinimumMove => {
                let minimum = rule.minimum_move.ok_or_else(|| {
                    self.refuse("agreement.minimum_move", "REQUIRED", "which move it is")
                })?;
                format!("minimum_move:{minimum}")
            }
        };
        self.put("agreement", "agreement", value);
        Ok(())
    }
}

/// Movement switches as a whole message, every field set.
pub(crate) fn movement<'a>(
    switches: impl Iterator<Item = (&'a str, String)>,
    algebraic: bool,
) -> v1::DraughtsRules {
    let mut rules = v1::DraughtsRules::default();
    for (key, value) in switches {
        let text = value.as_str();
        match key {
            "size" => {
                rules.size = text.split_once('x').map(|(files, ranks)| v1::BoardSize {
                    files: files.parse().unwrap_or(0),
                    ranks: ranks.parse().unwrap_or(0),
                });
            }
            "rows_of_men" => rules.rows_of_men = text.parse().ok(),
            "dark_corner" => rules.dark_corner = v1::DarkCorner::from_word(text),
            "numbering" => {
                rules.numbering = match text {
                    _ if algebraic => v1::Numbering::Algebraic,
                    "0" => v1::Numbering::BottomLeft,
                    "1" => v1::Numbering::BottomRight,
                    "2" => v1::Numbering::TopLeft,
                    "3" => v1::Numbering::TopRight,
                    _ => v1::Numbering::Unspecified,
                } as i32;
            }
            "first_player" => rules.first_player = v1::Side::from_word(text),
            "movement" => rules.movement = v1::Movement::from_word(text),
            "man_captures" => rules.man_captures = v1::ManCaptures::from_word(text),
            "man_takes_king" => rules.man_takes_king = Some(text == "yes"),
            "king_step" => rules.king_step = v1::KingStep::from_word(text),
            "king_capture_reach" => {
                rules.king_capture_reach = v1::KingCaptureReach::from_word(text);
            }
            "king_landing" => rules.king_landing = v1::KingLanding::from_word(text),
            "king_run_limit" => rules.king_run_limit = text.parse().ok(),
            "king_reversal" => rules.king_reversal = Some(text == "yes"),
            "choice" => rules.choice = v1::CaptureChoice::from_word(text),
            "promotion" => rules.promotion = v1::Promotion::from_word(text),
            "removal" => rules.removal = v1::Removal::from_word(text),
            "omission" => rules.omission = v1::Omission::from_word(text),
            "omission_includes_fewer" => rules.omission_includes_fewer = Some(text == "yes"),
            "blocked_player" => rules.blocked_player = v1::BlockedPlayer::from_word(text),
            "objective" => rules.objective = v1::Objective::from_word(text),
            "lone_piece_v_king" => rules.lone_piece_v_king = v1::LonePieceVKing::from_word(text),
            _ => {}
        }
    }
    rules
}
