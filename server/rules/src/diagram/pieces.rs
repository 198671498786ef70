//! Chess pieces as SVG shapes, of our own drawing, each in a box of 100.

use svg::node::element::{Group, Path};

use crate::Kind;

/// A piece: its outline, and the lines drawn on it.
struct Shape {
    /// Closed outlines, filled with the body's colour.
    body: &'static [&'static str],
    /// Open lines, in the colour of the lines.
    lines: &'static str,
    /// Small closed shapes, filled with the colour of the lines.
    spots: &'static str,
}

const FOOT: &str = "M25 86 V81 Q25 75 32 75 H68 Q75 75 75 81 V86 Q75 88 73 88 H27 Q25 88 25 86 Z";
const WIDE_FOOT: &str =
    "M22 86 V81 Q22 75 29 75 H71 Q78 75 78 81 V86 Q78 88 76 88 H24 Q22 88 22 86 Z";

const PAWN: Shape = Shape {
    body: &[
        "M43 46 C42 58 38 67 31 75 H69 C62 67 58 58 57 46 Z",
        "M36 42 H64 Q67 42 67 45 Q67 48 64 48 H36 Q33 48 33 45 Q33 42 36 42 Z",
        "M50 17 A13 13 0 1 1 49.9 17 Z",
        FOOT,
    ],
    lines: "M31 81 H69",
    spots: "",
};

const ROOK: Shape = Shape {
    body: &[
        "M36 42 L33 75 H67 L64 42 Z",
        "M26 18 H37 V25 H44.5 V18 H55.5 V25 H63 V18 H74 V35 L66 43 H34 L26 35 Z",
        WIDE_FOOT,
    ],
    lines: "M28 34 H72 M35 49 H65 M34 69 H66 M28 81 H72",
    spots: "",
};

const KNIGHT: Shape = Shape {
    body: &[
        "M33 75 C32 62 46 57 49 45 C44 50 38 50 34 53 C31 56 30 61 25 61 C20 61 16 55 18 49 \
         C23 42 26 36 28 30 C29 27 29 20 30 12 C35 14 39 17 41 20 C43 17 46 14 50 13 C50 16 50 18 51 20 \
         C68 25 76 48 70 75 Z",
        FOOT,
    ],
    lines: "M57 28 C66 38 68 54 64 70 M31 81 H69",
    spots: "M36 32 A3 3 0 1 1 35.9 32 Z M23.5 52 A1.8 1.8 0 1 1 23.4 52 Z",
};

const BISHOP: Shape = Shape {
    body: &[
        "M43 62 L38 75 H62 L57 62 Z",
        "M50 21 C62 30 68 40 66 50 C65 57 61 61 58 63 H42 C39 61 35 57 34 50 C32 40 38 30 50 21 Z",
        "M50 11 A5.5 5.5 0 1 1 49.9 11 Z",
        "M38 62 H62 Q65 62 65 64.5 Q65 67 62 67 H38 Q35 67 35 64.5 Q35 62 38 62 Z",
        FOOT,
    ],
    lines: "M50 36 V54 M42.5 44 H57.5 M31 81 H69",
    spots: "",
};

const QUEEN: Shape = Shape {
    body: &[
        "M18 34 L32 56 L33 25 L44 53 L50 20 L56 53 L67 25 L68 56 L82 34 L71 69 H29 Z",
        "M29 66 H71 L68 76 H32 Z",
        "M17 26 A5 5 0 1 1 16.9 26 Z M33 16 A5 5 0 1 1 32.9 16 Z M50 11 A5 5 0 1 1 49.9 11 Z \
         M67 16 A5 5 0 1 1 66.9 16 Z M83 26 A5 5 0 1 1 82.9 26 Z",
        WIDE_FOOT,
    ],
    lines: "M31 71 H69 M28 81 H72",
    spots: "",
};

const KING: Shape = Shape {
    body: &[
        "M47 9 H53 V15 H59 V21 H53 V30 H47 V21 H41 V15 H47 Z",
        "M50 40 C44 45 43 54 50 66 C57 54 56 45 50 40 C57 30 70 29 77 36 C84 44 80 56 70 66 H30 \
         C20 56 16 44 23 36 C30 29 43 30 50 40 Z",
        "M50 27 C57 33 58 44 50 58 C42 44 43 33 50 27 Z",
        "M30 66 H70 L68 76 H32 Z",
        WIDE_FOOT,
    ],
    lines: "M31 71 H69 M28 81 H72",
    spots: "",
};

/// A chess piece. A man of draughts has no shape here.
pub(super) fn piece(kind: Kind, colours: [&'static str; 2], outline: &'static str) -> Group {
    let shape = match kind {
        Kind::Pawn => PAWN,
        Kind::Knight => KNIGHT,
        Kind::Bishop => BISHOP,
        Kind::Rook => ROOK,
        Kind::Queen => QUEEN,
        Kind::King => KING,
        Kind::Man => return Group::new(),
    };
    let [body, line] = colours;
    let mut group = Group::new()
        .set("stroke", outline)
        .set("stroke-width", 2.4)
        .set("stroke-linejoin", "round")
        .set("stroke-linecap", "round");
    for outline in shape.body {
        group = group.add(Path::new().set("d", *outline).set("fill", body));
    }
    let lines = Path::new().set("d", shape.lines).set("fill", "none");
    group = group.add(lines.set("stroke", line));
    if !shape.spots.is_empty() {
        let spots = Path::new().set("d", shape.spots).set("fill", line);
        group = group.add(spots.set("stroke", "none"));
    }
    group
}
