//! The switches of a draughts rule set: one small enum per question on which rule sets differ.

/// Declares an enum whose values have a spelling in requests, records and the catalogue.
macro_rules! switch {
    ($(#[$about:meta])* $name:ident { $($(#[$says:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$says])* $value,)+
        }

        impl $name {
            /// Every value, in the order of the catalogue.
            pub const ALL: &'static [$name] = &[$($name::$value),+];
            /// The spellings of [`Self::ALL`].
            pub const SPELLINGS: &'static [&'static str] = &[$($text),+];

            /// Its spelling in requests and records.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $($name::$value => $text,)+
                }
            }

            /// The value with this spelling.
            #[must_use]
            pub fn parse(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|value| value.id() == text)
            }
        }
    };
}

switch! {
    /// A hand, as each player sees the board.
    Hand {
        /// At the left.
        Left = "left",
        /// At the right.
        Right = "right",
    }
}

switch! {
    /// Along which lines the pieces go.
    Movement {
        /// On the dark squares, diagonally.
        Diagonal = "diagonal",
        /// On all squares, along ranks and files (Turkish).
        Orthogonal = "orthogonal",
        /// On the dark squares: moves go diagonally, captures also along ranks and files.
        Frisian = "frisian",
        /// On all squares: moves go in every direction (men never backward), captures along ranks and files.
        Armenian = "armenian",
    }
}

switch! {
    /// In which directions a man captures.
    ManCaptures {
        /// Forward only.
        Forward = "forward",
        /// Forward and backward.
        ForwardAndBack = "forward_and_back",
        /// Forward and sideways: boards on which every square is played on.
        ForwardAndSideways = "forward_and_sideways",
    }
}

switch! {
    /// How far a king goes when it does not capture.
    KingStep {
        /// To the next square.
        One = "one",
        /// As far as the way is free.
        Any = "any",
    }
}

switch! {
    /// How far away from a king its victim may stand.
    KingReach {
        /// On the next square.
        Adjacent = "adjacent",
        /// At any distance, the way being free.
        Any = "any",
    }
}

switch! {
    /// Where a capturing king comes down behind its victim.
    KingLanding {
        /// On the next square.
        Adjacent = "adjacent",
        /// On any free square up to the next piece.
        Any = "any",
        /// On any, but on the next square when the last piece it takes is a king (killer draughts).
        AdjacentAfterKing = "adjacent_after_king",
    }
}

switch! {
    /// The law between captures.
    Choice {
        /// Any capture.
        Free = "free",
        /// The most pieces.
        Most = "most",
        /// The most pieces, among these the most kings.
        MostThenKings = "most_then_kings",
        /// The most pieces, among these with a king.
        MostThenWithKing = "most_then_with_king",
        /// The most pieces, then with a king, then the most kings, then the earliest king.
        Italian = "italian",
        /// The highest value (n kings: a little less than 2n men), then with a king.
        FrisianValue = "frisian_value",
        /// With a king if a king can capture.
        KingFirst = "king_first",
        /// The most kings, then the most pieces.
        MostValuable = "most_valuable",
    }
}

switch! {
    /// When a man is crowned that reaches the last row while it captures.
    Promotion {
        /// Only if its move ends there.
        OnStopping = "on_stopping",
        /// At once; it goes on as a king.
        PassingBecomesKing = "passing_becomes_king",
        /// At once; its move ends there.
        EndsMove = "ends_move",
    }
}

switch! {
    /// When captured pieces leave the board.
    Removal {
        /// When the move is over; until then they block, and may not be jumped again.
        AfterMove = "after_move",
        /// Each as it is jumped.
        AtOnce = "at_once",
    }
}

switch! {
    /// What happens when a capture is possible and is not made.
    Omission {
        /// The move is illegal.
        Reject = "reject",
        /// The move stands unless the opponent asks, before he moves, that it be corrected.
        CorrectOnRequest = "correct_on_request",
        /// The opponent may, before he moves, take a piece that should have captured.
        Huff = "huff",
        /// The move loses the game.
        Loss = "loss",
        /// Nothing: capturing is optional. A capture once begun must be finished.
        Allowed = "allowed",
    }
}

switch! {
    /// How the game comes out for a player who has pieces and no legal move.
    BlockedPlayer {
        /// He loses.
        Loses = "loses",
        /// He wins.
        Wins = "wins",
        /// It is a draw.
        Draw = "draw",
    }
}

switch! {
    /// What the players are after.
    Objective {
        /// To take or block all pieces of the opponent.
        Normal = "normal",
        /// To lose all own pieces (perde-ganha).
        LoseAll = "lose_all",
        /// To make a king first (breakthrough).
        FirstKing = "first_king",
    }
}

switch! {
    /// What follows when a lone piece faces a king, tested when the side to move cannot capture.
    LonePiece {
        /// Nothing.
        PlayOn = "play_on",
        /// One piece each is a draw, kings or men.
        Draw = "draw",
        /// One piece each: a king wins against a man, everything else is a draw.
        WinVMan = "win_v_man",
        /// A side with a king wins against exactly one piece; of two lone kings, that of the side that just moved.
        Win = "win",
    }
}
