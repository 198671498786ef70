//! Where the movement rules stand written: the article for each reason of a refusal, by the rule set.

use crate::draughts::{RuleSet, Rules};
use crate::rulebook::documents;
use crate::{Citation, ViolationCode};

/// The article that a refused move breaks. A switch that the house has changed is the house's rule.
pub(super) fn of(rules: &Rules, code: ViolationCode) -> Option<Citation> {
    let switch = switch(code);
    if let Some(switch) = switch
        && rules.get(switch) != rules.base.rules().get(switch)
    {
        return Some(Citation::house(documents::HOUSE, "", switch));
    }
    match rules.base {
        RuleSet::International
        | RuleSet::Killer
        | RuleSet::Antidraughts
        | RuleSet::Breakthrough => Some(fmjd(code)),
        // The same movement on other boards, by the federations' reference to the international rules.
        RuleSet::Canadian | RuleSet::Malaysian | RuleSet::Srilankan => {
            let article = fmjd(code).article;
            Some(Citation::secondary("FMJD Annex 1", "2015", article))
        }
        RuleSet::Brazilian | RuleSet::Losing => Some(Citation::secondary(documents::CBD, "", "")),
        RuleSet::Russian | RuleSet::Spantsiretti => Some(section_64(code)),
        RuleSet::English => Some(wcdf(code)),
        RuleSet::Italian => Some(fid(code)),
        RuleSet::Portuguese => Some(Citation::primary(documents::FPD, "", "")),
        RuleSet::Spanish => Some(Citation::secondary("Section 64 Spanish draughts", "", "")),
        RuleSet::Pool | RuleSet::Jamaican | RuleSet::Filipino => {
            Some(Citation::secondary(documents::APCA, "", ""))
        }
        RuleSet::Frisian | RuleSet::Frysk => Some(frisian(code)),
        RuleSet::Turkish | RuleSet::Armenian => {
            Some(Citation::secondary(documents::TDF, "2021", ""))
        }
        RuleSet::Thai | RuleSet::Czech | RuleSet::Argentine | RuleSet::Argentine10 => {
            Some(Citation::secondary(rules.base.id(), "", ""))
        }
        RuleSet::TradicionalBr
        | RuleSet::DamasForward
        | RuleSet::InglesaBr
        | RuleSet::RussaBr
        | RuleSet::ItalianaBr
        | RuleSet::TurcaBr => Some(Citation::house(rules.base.id(), "", switch.unwrap_or(""))),
    }
}

/// The switch that a reason rests on, where there is one.
fn switch(code: ViolationCode) -> Option<&'static str> {
    Some(match code {
        ViolationCode::ManMayNotTakeKing => "man_takes_king",
        ViolationCode::KingReversal => "king_reversal",
        ViolationCode::FrisianKingLimit => "king_run_limit",
        ViolationCode::PromotionOnlyWhenStopping => "promotion",
        ViolationCode::SamePieceTwice => "removal",
        ViolationCode::MustCapture => "omission",
        ViolationCode::KingStepTooLong => "king_step",
        ViolationCode::MustCaptureMore
        | ViolationCode::MustCaptureMoreKings
        | ViolationCode::MustCaptureWithKing
        | ViolationCode::MustCaptureKingFirst
        | ViolationCode::MustCaptureMostValuable => "choice",
        _ => return None,
    })
}

/// FMJD Annex 1. The articles on the moves themselves are known by number from secondary sources.
fn fmjd(code: ViolationCode) -> Citation {
    let primary = |article| Citation::primary("FMJD Annex 1", "2015", article);
    let secondary = |article| Citation::secondary("FMJD Annex 1", "2015", article);
    match code {
        ViolationCode::MustCaptureMore => primary("4.13"),
        ViolationCode::SamePieceTwice => primary("4.8"),
        ViolationCode::PromotionOnlyWhenStopping => primary("4.15"),
        ViolationCode::NotYourTurn => primary("3.3"),
        ViolationCode::OffThePlayingSquares => primary("2.4"),
        ViolationCode::MustCapture => secondary("4.1"),
        ViolationCode::ManBackward => secondary("3.4"),
        _ => secondary(""),
    }
}

fn section_64(code: ViolationCode) -> Citation {
    match code {
        ViolationCode::LandingMustContinue | ViolationCode::MustContinue => {
            Citation::primary(documents::FMJD64, "", "4.6")
        }
        _ => Citation::secondary(documents::FMJD64, "", ""),
    }
}

fn wcdf(code: ViolationCode) -> Citation {
    let article = match code {
        ViolationCode::KingStepTooLong => "1.17",
        ViolationCode::ManBackward => "1.18",
        ViolationCode::PromotionOnlyWhenStopping => "1.19",
        ViolationCode::MustCapture | ViolationCode::MustContinue => "1.20",
        _ => return Citation::secondary(documents::WCDF, "", ""),
    };
    Citation::primary(documents::WCDF, "", article)
}

fn fid(code: ViolationCode) -> Citation {
    let article = match code {
        ViolationCode::ManMayNotTakeKing => "5.3 b",
        ViolationCode::MustCaptureMore => "6.6",
        ViolationCode::MustCaptureWithKing => "6.7",
        ViolationCode::MustCaptureMoreKings => "6.8",
        ViolationCode::MustCaptureKingFirst => "6.9",
        _ => return Citation::secondary(documents::FID, "", ""),
    };
    Citation::primary(documents::FID, "", article)
}

fn frisian(code: ViolationCode) -> Citation {
    let article = match code {
        ViolationCode::MustCaptureMostValuable => "11",
        ViolationCode::MustCaptureWithKing => "12",
        ViolationCode::SamePieceTwice => "13",
        ViolationCode::FrisianKingLimit => "17",
        _ => return Citation::secondary(documents::FRISIAN, "2011", ""),
    };
    Citation::primary(documents::FRISIAN, "2011", article)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Certainty;

    fn cited(set: RuleSet, code: ViolationCode) -> Citation {
        of(&set.rules(), code).expect("an article")
    }

    #[test]
    fn the_majority_law_stands_in_article_4_13_and_6_6() {
        let majority = ViolationCode::MustCaptureMore;
        assert_eq!(
            cited(RuleSet::International, majority),
            Citation::primary("FMJD Annex 1", "2015", "4.13")
        );
        assert_eq!(cited(RuleSet::Italian, majority).article, "6.6");
        assert_eq!(
            cited(RuleSet::Brazilian, majority).certainty,
            Certainty::Secondary
        );
    }

    #[test]
    fn a_changed_switch_is_the_law_of_the_house() {
        let mut rules = RuleSet::Italian.rules();
        rules.set("choice", "most").expect("a value");
        let cited = of(&rules, ViolationCode::MustCaptureMore);
        assert_eq!(cited, Some(Citation::house(documents::HOUSE, "", "choice")));
    }
}
