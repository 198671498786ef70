//! How things are told: in which language, and what the squares are called there.

use tabuleiro_rules::{
    Position, Ruleset,
    adjudication::Ruling,
    locale::{Scene, Voice},
};

use super::square::Names;

/// What every answer about a game needs that says something in words.
#[derive(Clone, Copy)]
pub(crate) struct Telling<'a> {
    pub(crate) voice: Voice<'a>,
    pub(crate) names: Names,
    pub(crate) scene: Scene<'a>,
}

impl<'a> Telling<'a> {
    /// About a position of these rules, at a ply.
    pub(crate) fn new(
        voice: Voice<'a>,
        ruleset: &Ruleset,
        position: &'a Position,
        ply: u32,
    ) -> Telling<'a> {
        Telling {
            voice,
            names: Names::of(ruleset),
            scene: Scene::at(position, ply),
        }
    }

    /// About an earlier position of the same game.
    pub(crate) fn of<'b>(&'b self, position: &'b Position, ply: u32) -> Telling<'b>
    where
        'a: 'b,
    {
        Telling {
            voice: self.voice,
            names: self.names,
            scene: self.scene.of(position, ply),
        }
    }

    /// About where the game of a ruling stands.
    pub(crate) fn of_ruling(voice: Voice<'a>, ruling: &'a Ruling) -> Telling<'a> {
        Telling {
            voice,
            names: Names::of(ruling.state.ruleset()),
            scene: Scene::of_ruling(ruling),
        }
    }
}
