//! Plausible answers for every RPC. They look at the request only as far as an example needs.

use tabuleiro_proto::{
    UnaryMethod,
    v1::{self, arbiter_service::*, record_service::*, rules_service::*, *},
};
use tonic::Status;

use super::FakeServer;

const START: &str = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";

pub(super) fn add_to(server: FakeServer) -> FakeServer {
    server
        .answer::<ListVariants>(|request| Ok(catalogue(&request)))
        .answer::<LegalMoves>(legal_moves)
        .answer::<ApplyMove>(|request| Ok(apply(&request)))
        .answer::<BatchLegalMoves>(|request| {
            let results = request.requests.into_iter().map(|item| {
                use batch_legal_moves_result::Outcome;
                BatchLegalMovesResult {
                    outcome: Some(match legal_moves(item) {
                        Ok(response) => Outcome::Response(response),
                        Err(status) => Outcome::Error(of_item(&status)),
                    }),
                }
            });
            Ok(BatchLegalMovesResponse {
                results: results.collect(),
            })
        })
        .answer::<BatchApplyMove>(|request| {
            let result = |item: &ApplyMoveRequest| BatchApplyMoveResult {
                outcome: Some(batch_apply_move_result::Outcome::Response(apply(item))),
            };
            Ok(BatchApplyMoveResponse {
                results: request.requests.iter().map(result).collect(),
            })
        })
        .answer::<ValidatePosition>(|_| Ok(faulty_position()))
        .answer::<RenderBoard>(|_| Ok(diagram()))
        .answer::<ListOpenings>(|_| Ok(openings()))
        .answer::<DrawOpening>(|_| Ok(drawn()))
        .answer::<Adjudicate>(|_| Ok(adjudicated()))
        .answer::<BatchAdjudicate>(|request| {
            let result = |_| BatchAdjudicateResult {
                outcome: Some(batch_adjudicate_result::Outcome::Response(adjudicated())),
            };
            Ok(BatchAdjudicateResponse {
                results: request.requests.iter().map(result).collect(),
            })
        })
        .answer::<CanMate>(|request| Ok(cannot_mate(&request)))
        .answer::<BatchCanMate>(|request| {
            let result = |item| BatchCanMateResult {
                outcome: Some(batch_can_mate_result::Outcome::Response(cannot_mate(item))),
            };
            Ok(BatchCanMateResponse {
                results: request.requests.iter().map(result).collect(),
            })
        })
        .answer::<CompareScoresheets>(|_| Ok(comparison()))
        .answer::<ConvertRecord>(|_| Ok(converted()))
        .audit(|_, bytes| audited(bytes.len()))
}

fn of_item(status: &Status) -> tonic_types::pb::Status {
    use prost::Message as _;
    tonic_types::pb::Status::decode(status.details()).unwrap_or_default()
}

fn fmjd(article: &str) -> Citation {
    Citation {
        document: "FMJD Annex 1".to_owned(),
        edition: "2015".to_owned(),
        article: article.to_owned(),
        certainty: Certainty::Primary.into(),
    }
}

fn catalogue(request: &ListVariantsRequest) -> ListVariantsResponse {
    let board = request.include_boards.then(|| Board {
        files: 8,
        ranks: 8,
        squares: vec![BoardSquare {
            name: "a1".to_owned(),
            number: 29,
            algebraic: "a1".to_owned(),
            ..BoardSquare::default()
        }],
        dark_corner: DarkCorner::Left.into(),
        bottom: Side::White.into(),
    });
    ListVariantsResponse {
        variants: vec![Variant {
            id: "brazilian".to_owned(),
            aliases: vec!["damas".to_owned()],
            name: "Brazilian draughts".to_owned(),
            family: GameFamily::Draughts.into(),
            start_position: START.to_owned(),
            first_player: Side::White.into(),
            default_rulebook: "cbd".to_owned(),
            rulebooks: vec!["cbd".to_owned()],
            board,
            ..Variant::default()
        }],
        ..ListVariantsResponse::default()
    }
}

fn quiet(from: &str, to: &str) -> Move {
    Move {
        text: format!("{from}-{to}"),
        from: from.to_owned(),
        to: to.to_owned(),
        kind: MoveKind::Quiet.into(),
        path: vec![to.to_owned()],
        ..Move::default()
    }
}

fn legal_moves(request: LegalMovesRequest) -> Result<LegalMovesResponse, Status> {
    let ruleset = request.game.and_then(|game| game.ruleset);
    if ruleset.is_some_and(|ruleset| ruleset.variant != "brazilian") {
        let message = "the samples know Brazilian draughts only";
        return Err(FakeServer::refuse(ErrorReason::UnknownVariant, message));
    }
    Ok(LegalMovesResponse {
        origins: vec![OriginMoves {
            from: "c3".to_owned(),
            piece: Some(Piece {
                side: Side::White.into(),
                kind: PieceKind::Man.into(),
            }),
            moves: vec![quiet("c3", "b4"), quiet("c3", "d4")],
        }],
        move_count: 2,
        side_to_move: Side::White.into(),
        ..LegalMovesResponse::default()
    })
}

/// Every action is accepted, but for the move c3-c4.
fn apply(request: &ApplyMoveRequest) -> ApplyMoveResponse {
    let refused = request.actions.iter().position(|action| {
        let text = MoveInput {
            input: Some(move_input::Input::Text("c3-c4".to_owned())),
        };
        action.kind == Some(action::Kind::Move(text))
    });
    let count = refused.unwrap_or(request.actions.len());
    let ply = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
    let result = |index: usize| ActionResult {
        ply: ply(index + 1),
        played: Some(quiet("c3", "d4")),
        ..ActionResult::default()
    };
    ApplyMoveResponse {
        applied_count: ply(count),
        status: Some(v1::Status {
            position: Some(Position {
                fen: START.to_owned(),
                side_to_move: Side::White.into(),
                ..Position::default()
            }),
            ply_count: ply(count),
            state: b"a state token of the samples".to_vec().into(),
            history_known: true,
            ..v1::Status::default()
        }),
        results: (0..count).map(result).collect(),
        rejection: refused.map(|index| Rejection {
            action_index: ply(index),
            violations: vec![Violation {
                code: ViolationCode::OffThePlayingSquares.into(),
                citation: Some(fmjd("2.2")),
                squares: vec!["c4".to_owned()],
                message: "No piece ever stands on c4.".to_owned(),
                ..Violation::default()
            }],
        }),
        changes: Vec::new(),
    }
}

fn faulty_position() -> ValidatePositionResponse {
    ValidatePositionResponse {
        valid: false,
        faults: vec![PositionFault {
            code: "NOT_A_PLAYING_SQUARE".to_owned(),
            field: FenField::Board.into(),
            offset: 3,
            square: "a2".to_owned(),
            message: "No piece ever stands on a2.".to_owned(),
            waivable: false,
        }],
        ..ValidatePositionResponse::default()
    }
}

fn diagram() -> RenderBoardResponse {
    RenderBoardResponse {
        diagram: "3 . W\n2 . .\n1 . .\n  a c\n".to_owned(),
        media_type: "text/plain; charset=utf-8".to_owned(),
        description: "White: king on c3.".to_owned(),
    }
}

fn glasgow() -> Opening {
    Opening {
        number: 12,
        moves: ["11-15", "23-19", "8-11"].map(str::to_owned).to_vec(),
        name: "Glasgow".to_owned(),
        ..Opening::default()
    }
}

fn openings() -> ListOpeningsResponse {
    ListOpeningsResponse {
        tables: vec![OpeningTable {
            id: "english-3-move".to_owned(),
            ..OpeningTable::default()
        }],
        openings: vec![glasgow()],
        next_page_token: String::new(),
    }
}

fn drawn() -> DrawOpeningResponse {
    DrawOpeningResponse {
        opening: Some(glasgow()),
        first_player_side: Side::Black.into(),
        generator: "splitmix64/1".to_owned(),
        ..DrawOpeningResponse::default()
    }
}

fn resigned() -> Ending {
    Ending {
        cause: Cause::Resignation.into(),
        outcome: Outcome::WhiteWins.into(),
        basis: Basis::Fact.into(),
        ply: 2,
        citations: vec![Citation {
            document: "FIDE Laws of Chess".to_owned(),
            edition: "2023".to_owned(),
            article: "5.1.2".to_owned(),
            certainty: Certainty::Primary.into(),
        }],
    }
}

fn ruling() -> Ruling {
    Ruling {
        disposition: Disposition::Decided.into(),
        ending: Some(resigned()),
        explanation: "Black resigned after Black's 1st move: White wins.".to_owned(),
        ..Ruling::default()
    }
}

fn adjudicated() -> <Adjudicate as UnaryMethod>::Response {
    AdjudicateResponse {
        ruling: Some(ruling()),
    }
}

fn cannot_mate(request: &CanMateRequest) -> CanMateResponse {
    CanMateResponse {
        answer: Some(MatePossible {
            side: request.side,
            verdict: MateVerdict::Unwinnable.into(),
            reason: UnwinnableReason::Material.into(),
            ..MatePossible::default()
        }),
        line_uci: Vec::new(),
        explanation: String::new(),
    }
}

fn comparison() -> CompareScoresheetsResponse {
    CompareScoresheetsResponse {
        comparison: Some(ScoresheetComparison {
            verdict: ScoresheetVerdict::Reconciled.into(),
            first_difference_ply: Some(3),
            common_moves: ["e4", "e5"].map(str::to_owned).to_vec(),
            ..ScoresheetComparison::default()
        }),
    }
}

fn converted() -> ConvertRecordResponse {
    ConvertRecordResponse {
        text: "1. f3 e5 2. g4 ♛h4# 0-1\n".to_owned(),
        ..ConvertRecordResponse::default()
    }
}

fn audited(length: usize) -> Vec<Result<AuditRecordsResponse, Status>> {
    use audit_records_response::Part;
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    let finding = GameFinding {
        number: 1,
        variant: "chess".to_owned(),
        ruling: Some(ruling()),
        offset_after: length,
        ..GameFinding::default()
    };
    let summary = AuditSummary {
        game_count: 1,
        bytes_read: length,
        ..AuditSummary::default()
    };
    let answer = |part| Ok(AuditRecordsResponse { part: Some(part) });
    vec![
        answer(Part::Finding(finding)),
        answer(Part::Summary(summary)),
    ]
}
