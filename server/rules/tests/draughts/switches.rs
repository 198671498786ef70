//! The switches of house rules that are tried, with values of each.

/// Switches with the values that they take.
pub(crate) const SWITCHES: [(&str, &[&str]); 21] = [
    (
        "size",
        &["6", "8", "10", "10x8", "6x10", "12", "14", "14x6"],
    ),
    ("rows_of_men", &["1", "2", "3"]),
    ("dark_corner", &["left", "right"]),
    ("numbering", &["0", "1", "2", "3"]),
    ("first_player", &["white", "black"]),
    (
        "movement",
        &["diagonal", "orthogonal", "frisian", "armenian"],
    ),
    (
        "man_captures",
        &["forward", "forward_and_back", "forward_and_sideways"],
    ),
    ("man_takes_king", &["yes", "no"]),
    ("king_step", &["one", "any"]),
    ("king_capture_reach", &["adjacent", "any"]),
    ("king_landing", &["adjacent", "any", "adjacent_after_king"]),
    ("king_run_limit", &["0", "1", "3"]),
    ("king_reversal", &["yes", "no"]),
    (
        "choice",
        &[
            "free",
            "most",
            "most_then_kings",
            "most_then_with_king",
            "italian",
            "frisian_value",
            "king_first",
            "most_valuable",
        ],
    ),
    (
        "promotion",
        &["on_stopping", "passing_becomes_king", "ends_move"],
    ),
    ("removal", &["after_move", "at_once"]),
    (
        "omission",
        &["reject", "correct_on_request", "huff", "loss", "allowed"],
    ),
    ("omission_includes_fewer", &["yes", "no"]),
    ("blocked_player", &["loses", "wins", "draw"]),
    ("objective", &["normal", "lose_all", "first_king"]),
    (
        "lone_piece_v_king",
        &["play_on", "draw", "win_v_man", "win"],
    ),
];
