//! The small endings that draw limits speak of: who has which pieces against whom.

use std::fmt;

use crate::Side;

/// What both sides have on a draughts board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    /// Men of White and of Black.
    pub men: [u8; 2],
    /// Kings of White and of Black.
    pub kings: [u8; 2],
    /// Kings of White and of Black that stand on the main road (the diagonal through the dark corners).
    pub road_kings: [u8; 2],
    /// All pieces that stand on the main road.
    pub road_pieces: u8,
}

impl Material {
    /// All pieces of a side.
    #[must_use]
    pub fn pieces(&self, side: Side) -> u8 {
        self.men[side.index()].saturating_add(self.kings[side.index()])
    }

    /// All pieces on the board.
    #[must_use]
    pub fn total(&self) -> u16 {
        Side::BOTH
            .iter()
            .map(|side| u16::from(self.pieces(*side)))
            .sum()
    }

    /// Whether each side has a king.
    #[must_use]
    pub fn kings_on_both_sides(&self) -> bool {
        self.kings.iter().all(|kings| *kings > 0)
    }

    /// Whether a king of this side is the only piece on the main road.
    #[must_use]
    pub fn alone_on_road(&self, side: Side) -> bool {
        self.road_pieces == 1 && self.road_kings[side.index()] == 1
    }
}

/// What one side has in an ending: kings, perhaps any number from there on, and men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Force {
    /// Its kings.
    pub kings: u8,
    /// Whether it may have more kings than that.
    pub or_more: bool,
    /// Its men.
    pub men: u8,
}

/// A kind of ending by its material, the stronger side first: `3K v 1K`, `1K+2M v 1K`, `3+K v 1K` (three kings or more).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// What the stronger side has.
    pub strong: Force,
    /// What the weaker side has.
    pub weak: Force,
}

impl Force {
    /// So many kings and men.
    #[must_use]
    pub const fn new(kings: u8, men: u8) -> Force {
        Force {
            kings,
            or_more: false,
            men,
        }
    }

    fn is_of(self, material: &Material, side: Side) -> bool {
        let kings = material.kings[side.index()];
        (kings == self.kings || self.or_more && kings > self.kings)
            && material.men[side.index()] == self.men
    }

    fn parse(text: &str) -> Option<Force> {
        let mut force = Force::new(0, 0);
        let terms = match text.strip_suffix('K').filter(|_| text.contains("+K")) {
            // `3+K`: the only term with a plus sign before its letter.
            Some(count) => {
                force.or_more = true;
                force.kings = digit(count.strip_suffix('+')?)?;
                return Some(force);
            }
            None => text.split('+'),
        };
        for term in terms {
            let (count, letter) = term.split_at_checked(1)?;
            match letter {
                "K" if force.kings == 0 && force.men == 0 => force.kings = digit(count)?,
                "M" if force.men == 0 => force.men = digit(count)?,
                _ => return None,
            }
        }
        Some(force)
    }
}

fn digit(text: &str) -> Option<u8> {
    text.parse()
        .ok()
        .filter(|n| (1..=9).contains(n) && text.len() == 1)
}

impl Class {
    /// The stronger side has kings and men of these numbers, the weaker side a lone king.
    #[must_use]
    pub const fn against_lone_king(kings: u8, men: u8) -> Class {
        Class {
            strong: Force::new(kings, men),
            weak: Force::new(1, 0),
        }
    }

    /// The stronger side, if this is the ending on the board; White where the sides are equal.
    #[must_use]
    pub fn stronger_side(self, material: &Material) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| {
            self.strong.is_of(material, *side) && self.weak.is_of(material, side.opponent())
        })
    }

    /// The ending that this text names.
    #[must_use]
    pub fn parse(text: &str) -> Option<Class> {
        let (strong, weak) = text.split_once(" v ")?;
        Some(Class {
            strong: Force::parse(strong)?,
            weak: Force::parse(weak)?,
        })
    }
}

impl fmt::Display for Force {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kings, self.or_more, self.men) {
            (kings, true, _) => write!(f, "{kings}+K"),
            (0, _, men) => write!(f, "{men}M"),
            (kings, _, 0) => write!(f, "{kings}K"),
            (kings, _, men) => write!(f, "{kings}K+{men}M"),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} v {}", self.strong, self.weak)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(white: (u8, u8), black: (u8, u8)) -> Material {
        Material {
            kings: [white.0, black.0],
            men: [white.1, black.1],
            ..Material::default()
        }
    }

    #[test]
    fn an_ending_is_known_whoever_is_the_stronger() {
        let class = Class::parse("2K+1M v 1K").unwrap();
        assert_eq!(
            class.stronger_side(&board((2, 1), (1, 0))),
            Some(Side::White)
        );
        assert_eq!(
            class.stronger_side(&board((1, 0), (2, 1))),
            Some(Side::Black)
        );
        assert_eq!(class.stronger_side(&board((2, 1), (1, 1))), None);
        assert_eq!(class.stronger_side(&board((3, 1), (1, 0))), None);
    }

    #[test]
    fn three_kings_or_more_are_one_class() {
        let class = Class::parse("3+K v 1K").unwrap();
        for kings in 3..12 {
            assert_eq!(
                class.stronger_side(&board((kings, 0), (1, 0))),
                Some(Side::White)
            );
        }
        assert_eq!(class.stronger_side(&board((2, 0), (1, 0))), None);
        assert_eq!(class.stronger_side(&board((3, 1), (1, 0))), None);
    }

    #[test]
    fn a_class_is_written_as_it_is_read() {
        for text in ["3K v 1K", "2K+1M v 1K", "3+K v 1K", "1K v 1K+1M", "2K v 2M"] {
            assert_eq!(Class::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "3K",
            "K v K",
            "3K v",
            "3K v 1K ",
            "0K v 1K",
            "3K+1K v 1K",
            "1M+2K v 1K",
            "é v 1K",
            "++K v 1K",
        ] {
            assert_eq!(Class::parse(text), None, "{text:?}");
        }
    }
}
