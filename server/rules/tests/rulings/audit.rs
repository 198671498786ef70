//! Audits: real files without false faults, and bad games that never sink a file.

use std::sync::Arc;

use tabuleiro_rules::adjudication::{
    Assumption, AuditRules, Auditor, Disposition, Evidence, Finding, GameFaultCode, GameFaultKind,
    Summary,
};
use tabuleiro_rules::draughts::RuleSet;
use tabuleiro_rules::record::{FaultCode, Marker, Severity};
use tabuleiro_rules::{Catalogue, Cause, Outcome, Side, Variant, ViolationCode};

fn rules() -> AuditRules {
    AuditRules::new(Arc::new(Catalogue::new()))
}

fn by(set: RuleSet) -> AuditRules {
    let mut rules = rules();
    rules.ruleset = rules.catalogue.standard(Variant::Draughts(set));
    rules
}

/// Everything that an audit finds in these bytes, given in chunks of this size.
fn audit_in(bytes: &[u8], rules: AuditRules, chunk: usize) -> (Vec<Finding>, Summary) {
    let mut auditor = Auditor::new(rules);
    let mut findings = Vec::new();
    for chunk in bytes.chunks(chunk) {
        auditor.push(chunk);
        findings.extend(std::iter::from_fn(|| auditor.next_finding()));
    }
    auditor.finish();
    findings.extend(std::iter::from_fn(|| auditor.next_finding()));
    (findings, auditor.summary())
}

fn audit(text: &str) -> (Vec<Finding>, Summary) {
    audit_in(text.as_bytes(), rules(), 1 << 16)
}

fn one(text: &str) -> Finding {
    let (mut findings, _) = audit(text);
    assert_eq!(findings.len(), 1);
    findings.remove(0)
}

fn codes(finding: &Finding) -> Vec<GameFaultCode> {
    finding.faults.iter().map(|fault| fault.code).collect()
}

fn cause(finding: &Finding) -> Option<Cause> {
    let ruling = finding.ruling.as_ref()?;
    ruling.ending.as_ref().map(|ending| ending.cause)
}

#[test]
fn real_files_have_no_false_faults() {
    let files: [(&str, &[u8], AuditRules, usize); 7] = [
        (
            "rated",
            include_bytes!("../../../../tests/data/chess-rated.pgn"),
            rules(),
            24,
        ),
        (
            "tournament",
            include_bytes!("../../../../tests/data/chess-tournament.pgn"),
            rules(),
            24,
        ),
        (
            "international",
            include_bytes!("../../../../tests/data/international.pdn"),
            rules(),
            13,
        ),
        (
            "frisian",
            include_bytes!("../../../../tests/data/frisian.pdn"),
            by(RuleSet::Frisian),
            6,
        ),
        (
            "brazilian",
            include_bytes!("../../../../tests/data/brazilian.pdn"),
            rules(),
            8,
        ),
        (
            "russian",
            include_bytes!("../../../../tests/data/russian.pdn"),
            by(RuleSet::Russian),
            9,
        ),
        (
            "english",
            include_bytes!("../../../../tests/data/english.pdn"),
            rules(),
            8,
        ),
    ];
    for (name, bytes, rules, games) in files {
        let (findings, summary) = audit_in(bytes, rules, 1 << 16);
        assert_eq!(findings.len(), games, "{name}");
        assert_eq!(summary.game_count as usize, games);
        assert_eq!(summary.bytes_read as usize, bytes.len());
        assert_eq!(
            summary.dispositions,
            [(Disposition::Decided, games as u64)],
            "{name}"
        );
        for finding in &findings {
            assert!(finding.players.iter().all(Option::is_some), "{name}");
            // The tags of some Russian games give another result than their markers: real faults.
            let expected = name == "russian" && finding.result_conflict.is_some();
            assert_eq!(finding.faults.is_empty(), !expected, "{name} {finding:?}");
            assert!(
                finding
                    .faults
                    .iter()
                    .all(|fault| fault.kind() == GameFaultKind::Result)
            );
        }
    }
}

#[test]
fn the_board_agrees_with_the_markers_of_the_russian_games_and_not_with_their_tags() {
    let bytes = include_bytes!("../../../../tests/data/russian.pdn");
    let (findings, summary) = audit_in(bytes, rules(), 1 << 16);
    assert_eq!(summary.conflicts, [1, 3, 4, 5, 6, 7, 8]);
    let first = &findings[0];
    assert_eq!(
        codes(first),
        [
            GameFaultCode::ResultTagDiffersFromMarker,
            GameFaultCode::ResultContradictsBoard
        ]
    );
    assert_eq!(first.faults[0].place.line, 7);
    let conflict = first.result_conflict.unwrap();
    assert_eq!(conflict.tag, Some(Marker::Decided(Outcome::Draw)));
    assert_eq!(conflict.board, Some(Outcome::Win(Side::White)));
}

#[test]
fn the_causes_of_the_rated_games_are_known() {
    let bytes = include_bytes!("../../../../tests/data/chess-rated.pgn");
    let (findings, summary) = audit_in(bytes, rules(), 1 << 16);
    assert_eq!(
        summary.endings,
        [
            (Cause::ResultAsRecorded, 10),
            (Cause::FlagFall, 9),
            (Cause::Checkmate, 4),
            (Cause::DeadPosition, 1)
        ]
    );
    for finding in findings {
        let ruling = finding.ruling.unwrap();
        let cause = ruling.ending.as_ref().unwrap().cause;
        assert_eq!(
            ruling.assumptions.contains(&Assumption::ResultAsRecorded),
            cause == Cause::ResultAsRecorded
        );
        assert_eq!(
            ruling.assumptions.contains(&Assumption::FlagFellAsRecorded),
            cause == Cause::FlagFall
        );
        assert_eq!(ruling.fingerprint.input_digest.len(), 64);
    }
}

#[test]
fn chunks_may_be_cut_anywhere() {
    let bytes = include_bytes!("../../../../tests/data/brazilian.pdn");
    let whole = audit_in(bytes, rules(), bytes.len());
    assert_eq!(audit_in(bytes, rules(), 7), whole);
}

#[test]
fn an_audit_goes_on_where_another_stopped() {
    let bytes = include_bytes!("../../../../tests/data/chess-rated.pgn");
    let (whole, _) = audit_in(bytes, rules(), 1 << 16);
    let seen = &whole[9];
    let mut rest = Auditor::resume(
        rules(),
        seen.offset_after,
        seen.number,
        seen.line_count_after,
    );
    rest.push(&bytes[seen.offset_after as usize..]);
    rest.finish();
    let rest: Vec<_> = std::iter::from_fn(|| rest.next_finding()).collect();
    assert_eq!(rest, whole[10..]);
}

#[test]
fn one_bad_game_never_sinks_the_file() {
    let text = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. g3 e5 2. f4 Nc6 3. Nfe3 d5 1-0\n\n\
                [Event \"b\"]\n[Variant \"Shogi\"]\n\n1. P-7f 1-0\n\n\
                [Event \"c\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n\
                [Event \"d\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let (findings, summary) = audit(text);
    assert_eq!(summary.game_count, 4);
    assert_eq!(summary.faulty_game_count, 3);
    let [a, b, c, d] = &findings[..] else {
        panic!("{findings:?}")
    };
    // Case 62: the move is illegal, and its ply is named.
    let fault = &a.faults[0];
    assert_eq!(fault.ply, Some(5));
    assert_eq!(fault.token, "Nfe3");
    assert_eq!((fault.place.line, fault.place.column), (4, 23));
    assert_eq!(fault.kind(), GameFaultKind::IllegalMove);
    assert_eq!(fault.code.name(), "NO_SUCH_PIECE");
    assert_eq!(a.ply_count, 4);
    let ruling = a.ruling.as_ref().unwrap();
    assert_eq!(ruling.disposition, Disposition::RecordFault);
    assert!(
        matches!(&ruling.evidence[0], Evidence::FirstFault(first) if first.place == Some(fault.place))
    );
    assert_eq!(codes(b), [GameFaultCode::UnknownVariant]);
    assert_eq!(b.ruling, None);
    assert!(
        c.faults
            .iter()
            .all(|fault| fault.kind() == GameFaultKind::Position)
    );
    assert!(c.is_faulty());
    assert_eq!(cause(d), Some(Cause::Checkmate));
    assert!(d.is_clean());
    assert_eq!(d.offset_after as usize, text.len());
    assert_eq!(d.line_count_after as usize, text.lines().count());
}

#[test]
fn a_mate_with_a_wrong_result_is_a_conflict_and_the_result_stands() {
    // Case 67.
    let finding = one("[Result \"1/2-1/2\"]\n\n1. f3 e5 2. g4 Qh4# 1/2-1/2\n");
    assert_eq!(cause(&finding), Some(Cause::Checkmate));
    assert_eq!(codes(&finding), [GameFaultCode::ResultContradictsBoard]);
    let unfinished = one("1. f3 e5 2. g4 Qh4# *");
    assert_eq!(
        unfinished.result_conflict.unwrap().marker,
        Some(Marker::Unknown)
    );
}

#[test]
fn case_65_a_game_without_a_marker_takes_its_result_from_the_tag() {
    let finding = one("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3\n");
    assert_eq!(cause(&finding), Some(Cause::ResultAsRecorded));
    assert_eq!(
        codes(&finding),
        [GameFaultCode::Syntax(FaultCode::MissingResult)]
    );
    assert!(finding.is_clean());
    let finding = one("1. e4 e5 2. Nf3\n");
    assert_eq!(finding.ruling.unwrap().disposition, Disposition::InProgress);
}

#[test]
fn case_64_mate_is_mate_whatever_the_tags_call_it() {
    let finding = one("[Termination \"Normal\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
    assert_eq!(cause(&finding), Some(Cause::Checkmate));
}

#[test]
fn moves_after_mate_are_surplus_and_every_fault_of_the_text_is_there() {
    let finding = one("1. f3 e5 2. g4 Qh4# 3. a3 } (1. e4 )) 0-1");
    let kinds: Vec<_> = finding.faults.iter().map(|fault| fault.kind()).collect();
    assert!(kinds.contains(&GameFaultKind::SurplusMoves), "{kinds:?}");
    assert!(kinds.contains(&GameFaultKind::Syntax));
    assert_eq!(finding.ruling.unwrap().surplus_moves, 1);
    assert!(
        finding
            .faults
            .windows(2)
            .all(|pair| pair[0].place <= pair[1].place)
    );
}

#[test]
fn a_fault_in_a_variation_is_said_to_lie_there() {
    let finding = one("1. e4 (1. d4 $x) 1... e5 $y *");
    let found: Vec<_> = finding
        .faults
        .iter()
        .filter(|fault| fault.code == GameFaultCode::Syntax(FaultCode::NagWithoutNumber))
        .map(|fault| fault.in_variation)
        .collect();
    assert_eq!(found, [true, false]);
}

#[test]
fn marks_and_null_moves_are_judged_by_the_board() {
    let finding = one("1. e4+ e5 2. Nf3# *");
    assert_eq!(codes(&finding), [GameFaultCode::WrongCheckMark; 2]);
    assert!(
        finding
            .faults
            .iter()
            .all(|fault| fault.severity() == Severity::Note)
    );
    let finding = one("1. e4 -- 2. d4 *");
    assert_eq!(codes(&finding), [GameFaultCode::NullMove]);
    assert_eq!(finding.faults[0].ply, Some(2));
}

#[test]
fn the_law_may_be_the_callers_but_not_that_of_another_game() {
    let pdn = "1. c3-d4 b6-a5 *";
    assert_eq!(codes(&one(pdn)), [GameFaultCode::UnnamedVariant]);
    let (findings, _) = audit_in(pdn.as_bytes(), by(RuleSet::Brazilian), 64);
    assert_eq!(findings[0].faults, []);
    let ruling = findings[0].ruling.as_ref().unwrap();
    assert!(ruling.assumptions.contains(&Assumption::VariantByDefault));
    let chess = "[Variant \"Standard\"]\n\n1. e4 e5 *";
    let (findings, _) = audit_in(chess.as_bytes(), by(RuleSet::Brazilian), 64);
    assert_eq!(codes(&findings[0]), [GameFaultCode::OtherGame]);
}

#[test]
fn house_rules_and_rulebook_are_those_of_the_tags() {
    let by_tags = |tags: &str| {
        one(&format!(
            "[GameType \"26\"]\n[FEN \"W:WKa1:Bh8\"]\n{tags}\n\n1. a1-d4 *"
        ))
    };
    assert_eq!(codes(&by_tags("")), []);
    assert_eq!(
        codes(&by_tags("[HouseRules \"king_step=one\"]")),
        [GameFaultCode::Move(ViolationCode::KingStepTooLong)]
    );
    let finding = by_tags("[Rulebook \"casual-br\"]\n[Room \"galera\"]");
    let ruling = finding.ruling.unwrap();
    assert_eq!(ruling.state.ruleset().rulebook().id.word(), "casual-br");
    for bad in [
        "HouseRules \"king_step=two\"",
        "Rulebook \"none\"",
        "Circumstances \"warm\"",
    ] {
        let found = codes(&by_tags(&format!("[{bad}]")));
        assert_eq!(found[0], GameFaultCode::BadLawTag, "{bad}");
    }
}

#[test]
fn a_missed_capture_is_named_with_the_largest_one() {
    let finding = one("[GameType \"26\"]\n\n1. c3-d4 b6-c5 2. d4-e5 *");
    assert!(matches!(
        finding.faults[0].code,
        GameFaultCode::Move(ViolationCode::MustCapture)
    ));
    let ruling = finding.ruling.unwrap();
    let capture = ruling.evidence.iter().find_map(|evidence| match evidence {
        Evidence::MaximumCapture(capture) => Some(capture),
        _ => None,
    });
    let capture = capture.unwrap();
    assert_eq!((capture.ply, capture.capture_count), (2, 1));
    assert_eq!(capture.moves, ["d4xb6"]);
    assert_eq!(capture.played, "d4-e5");
}

#[test]
fn only_the_board_speaks_where_the_tags_are_ignored() {
    let text = "[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n\n1. e4 e5 1-0";
    let mut board_alone = rules();
    board_alone.ignore_tags = true;
    let (findings, _) = audit_in(text.as_bytes(), board_alone, 64);
    let ruling = findings[0].ruling.as_ref().unwrap();
    assert_eq!(ruling.disposition, Disposition::InProgress);
    assert_eq!(cause(&one(text)), Some(Cause::FlagFall));
}

#[test]
fn the_moves_behind_an_illegal_one_are_judged_as_far_as_the_text_makes_positions() {
    // The king goes where it may not; two moves later no knight can take on f3, and nobody knows which one did.
    let finding = one("1. e4 e5 2. Ke3 Nf6 3. Nf3 Nxf3 4. Bc4 d6 *\n");
    let told: Vec<_> = finding
        .faults
        .iter()
        .map(|fault| (fault.code, fault.ply, fault.place.column))
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(matches!(told[0], (GameFaultCode::Move(_), Some(3), 13)));
    assert!(matches!(told[1], (GameFaultCode::Move(_), Some(6), 28)));
    assert_eq!(told[2], (GameFaultCode::NotJudged, Some(7), 36));
    assert_eq!(finding.faults[2].severity(), Severity::Note);
    // A king left in check is judged again once it has left it.
    let finding = one("1. e4 e5 2. d3 Bb4+ 3. a3 a6 4. Bd2 Nxz9 5. Bxb4 Ra3 *\n");
    let plies: Vec<_> = finding.faults.iter().filter_map(|it| it.ply).collect();
    assert!(plies.contains(&5), "{finding:?}");
}

#[test]
fn a_short_capture_that_is_told_by_what_follows_is_a_note_with_its_candidates() {
    let game = |moves: &str| {
        one(&format!(
            "[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"W:WK47,50:B6,14,19,29,31,42\"]\n\n{moves} *"
        ))
    };
    let finding = game("1. 47x36 19-23");
    assert_eq!(codes(&finding), [GameFaultCode::ShortCapture]);
    let note = &finding.faults[0];
    assert_eq!((note.severity(), note.ply), (Severity::Note, Some(1)));
    assert_eq!(note.token, "47x36");
    assert_eq!(note.violations[0].required.as_ref().unwrap().moves.len(), 2);
    assert!(finding.is_clean());
    assert_eq!(finding.ply_count, 2);
    let open = game("1. 47x36");
    assert_eq!(
        codes(&open),
        [GameFaultCode::Move(ViolationCode::Ambiguous)]
    );
}

#[test]
fn remarks_without_number_hide_no_fault() {
    // Each line numbers its moves as the first does.
    let text = "1. e4 e9 e5 xx yy zz qq\n".repeat(1_300);
    let finding = one(&text);
    assert_eq!(finding.faults.len(), 1_000);
    assert!(finding.more_faults > 0);
    let first = finding
        .faults
        .iter()
        .find(|it| it.severity() == Severity::Fault)
        .unwrap();
    assert_eq!((first.token.as_str(), first.ply), ("e9", Some(2)));
    assert!(
        finding
            .faults
            .is_sorted_by_key(|fault| (fault.place.line, fault.place.column))
    );
}

#[test]
fn the_parts_of_a_capture_are_joined_whatever_its_sign() {
    for sign in ["x", "X", ":"] {
        let text = format!(
            "[GameType \"25\"]\n[SetUp \"1\"]\n[FEN \"W:Wc3:Bd4,f6,h8\"]\n\n1. c3{sign}e5 e5{sign}g7 h8{sign}f6 0-1\n"
        );
        let finding = one(&text);
        let listed = codes(&finding);
        assert!(
            finding
                .faults
                .iter()
                .all(|it| it.severity() != Severity::Fault),
            "{sign}: {listed:?}"
        );
        assert_eq!(finding.ply_count, 2, "{sign}");
    }
}

#[test]
fn a_game_with_a_fact_without_effect_is_not_clean() {
    // Nobody has offered a draw.
    let finding = one("1. e4 {[%fact white accepted_draw]} *");
    assert_eq!(codes(&finding), []);
    assert!(finding.is_faulty() && !finding.is_clean());
}
