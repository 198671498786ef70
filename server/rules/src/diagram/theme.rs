//! The colours of an SVG diagram.

/// A named set of colours, each a CSS colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name, as a caller asks for it.
    pub name: &'static str,
    /// Light squares.
    pub light: &'static str,
    /// Dark squares.
    pub dark: &'static str,
    /// The frame round the board.
    pub frame: &'static str,
    /// Letters and numbers on the frame.
    pub frame_text: &'static str,
    /// Square names on the squares.
    pub square_text: &'static str,
    /// The light pieces' body and their lines.
    pub white_piece: [&'static str; 2],
    /// The dark pieces' body and their lines.
    pub black_piece: [&'static str; 2],
    /// The outline of every piece.
    pub outline: &'static str,
    /// Squares of the last move.
    pub last_move: &'static str,
    /// Captured squares.
    pub captured: &'static str,
    /// Squares that the caller points out, and arrows.
    pub spot: &'static str,
}

impl Theme {
    /// Brown squares, ivory and ebony pieces.
    pub const WOOD: Theme = Theme {
        name: "wood",
        light: "#f0dab5",
        dark: "#b1825a",
        frame: "#5d3f2a",
        frame_text: "#f0dab5",
        square_text: "#f6e6cb",
        white_piece: ["#fdf6e6", "#a08a68"],
        black_piece: ["#3a322d", "#b9a48c"],
        outline: "#1d1611",
        last_move: "#e3c33e",
        captured: "#c8402f",
        spot: "#2f7d4f",
    };
    /// Green squares: the tournament cloth.
    pub const GREEN: Theme = Theme {
        name: "green",
        light: "#eeeed5",
        dark: "#769257",
        frame: "#3c4f30",
        frame_text: "#eeeed5",
        square_text: "#f2f4dd",
        white_piece: ["#fbfbf4", "#8f9480"],
        black_piece: ["#35383a", "#a9b0ad"],
        outline: "#15191a",
        last_move: "#e8d44d",
        captured: "#cf4a3a",
        spot: "#2d6cb5",
    };
    /// Blue and grey.
    pub const BLUE: Theme = Theme {
        name: "blue",
        light: "#e4eaf1",
        dark: "#8199b6",
        frame: "#33465e",
        frame_text: "#e4eaf1",
        square_text: "#f0f4f9",
        white_piece: ["#fdfdfd", "#8a97a8"],
        black_piece: ["#2f3640", "#a5b3c4"],
        outline: "#12171d",
        last_move: "#ecd25b",
        captured: "#d0493f",
        spot: "#1f7a4d",
    };
    /// Red and white men on green: English draughts as it is played in clubs.
    pub const CLUB: Theme = Theme {
        name: "club",
        light: "#efe4c6",
        dark: "#3f7a57",
        frame: "#28412f",
        frame_text: "#efe4c6",
        square_text: "#e6efdf",
        white_piece: ["#fbf5e6", "#a3977d"],
        black_piece: ["#b3302b", "#f0b8a8"],
        outline: "#2a1512",
        last_move: "#e6c84a",
        captured: "#e07a2d",
        spot: "#2c63a8",
    };
    /// Black and grey on white: for print.
    pub const PRINT: Theme = Theme {
        name: "print",
        light: "#ffffff",
        dark: "#c4c4c4",
        frame: "#ffffff",
        frame_text: "#000000",
        square_text: "#333333",
        white_piece: ["#ffffff", "#555555"],
        black_piece: ["#222222", "#cccccc"],
        outline: "#000000",
        last_move: "#8f8f8f",
        captured: "#606060",
        spot: "#404040",
    };

    /// Every theme, the default first.
    pub const ALL: [Theme; 5] = [
        Theme::WOOD,
        Theme::GREEN,
        Theme::BLUE,
        Theme::CLUB,
        Theme::PRINT,
    ];

    /// The theme of this name, in any case.
    #[must_use]
    pub fn named(name: &str) -> Option<Theme> {
        let mut themes = Theme::ALL.into_iter();
        themes.find(|theme| theme.name.eq_ignore_ascii_case(name))
    }
}

impl Default for Theme {
    fn default() -> Theme {
        Theme::WOOD
    }
}
