//! Every running count of a game: what it counts, since when, and what set it back.

use crate::{
    Position, Side,
    position::Effects,
    rulebook::{Class, EndRules, Holder, Material, Mode, MovesOf, Resets, words},
};

words! {
    /// What last set a count back.
    pub enum ResetBy {
        /// The start of the game, or of what is known of it.
        Start = "start",
        /// A capture.
        Capture = "capture",
        /// A pawn moved.
        PawnMove = "pawn_move",
        /// A man moved.
        ManMove = "man_move",
        /// A piece was promoted.
        Promotion = "promotion",
        /// The material came to be what it is.
        MaterialChange = "material_change",
        /// A draw was refused.
        Refusal = "refusal",
        /// Something before the start position, which is known to have counted already.
        BeforeStart = "before_start",
    }
}

/// A count of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) value: u32,
    pub(super) since: u32,
    pub(super) reset_by: ResetBy,
}

impl Run {
    const START: Run = Run {
        value: 0,
        since: 0,
        reset_by: ResetBy::Start,
    };

    /// A count that stood at this value already when what is known of the game begins.
    const fn before_start(value: u32) -> Run {
        Run {
            value,
            since: 0,
            reset_by: if value == 0 {
                ResetBy::Start
            } else {
                ResetBy::BeforeStart
            },
        }
    }

    fn step(&mut self, ply: u32, reset_by: Option<ResetBy>) {
        match reset_by {
            Some(reset_by) => {
                *self = Run {
                    value: 0,
                    since: ply,
                    reset_by,
                }
            }
            None => self.value = self.value.saturating_add(1),
        }
    }
}

/// A count of moves while an ending of a list stands on the board.
///
/// The ply that brings the ending about is number 0. The count goes on through a promotion that leads from one
/// ending of the list to another, and starts anew when a capture does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClassRun {
    pub(super) class: Class,
    pub(super) strong: Side,
    pub(super) since: u32,
    pub(super) reset_by: ResetBy,
    /// Moves of White and of Black that count.
    pub(super) moves: [u32; 2],
    /// Whether the condition beside the material holds (the main road).
    pub(super) holds: bool,
}

impl ClassRun {
    fn begin(class: Class, strong: Side, since: u32, reset_by: ResetBy) -> ClassRun {
        ClassRun {
            class,
            strong,
            since,
            reset_by,
            moves: [0; 2],
            holds: true,
        }
    }

    fn count(&mut self, mover: Side) {
        let moves = &mut self.moves[mover.index()];
        *moves = moves.saturating_add(1);
    }

    /// How far it has come, by whose moves count.
    pub(super) fn value(&self, moves_of: MovesOf) -> u32 {
        match moves_of {
            MovesOf::Each => self.moves[0].saturating_add(self.moves[1]),
            MovesOf::Stronger => self.moves[self.strong.index()],
            MovesOf::Lone => self.moves[self.strong.opponent().index()],
        }
    }
}

/// The value at which a count of moves is full.
pub(super) fn full(moves_of: MovesOf, limit: u16) -> u32 {
    match moves_of {
        MovesOf::Each => 2 * u32::from(limit),
        MovesOf::Stronger | MovesOf::Lone => u32::from(limit),
    }
}

/// The duty of a player who refused a draw: to win, or to show an advantage, within so many own moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Duty {
    pub(super) since: u32,
    pub(super) own_moves: u32,
    /// The ply of the last move that was allowed, once it was made.
    pub(super) due: Option<u32>,
}

/// Every count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counters {
    /// Chess: plies without a capture or a pawn move.
    pub(super) clock: Run,
    /// Draughts: plies with kings only, as `king_moves.resets` says.
    pub(super) king_moves: Run,
    /// Draughts: plies without a capture or a promotion while both sides have kings.
    pub(super) unchanged: Run,
    pub(super) strong: Option<ClassRun>,
    pub(super) small: Option<ClassRun>,
    pub(super) road: Option<ClassRun>,
    pub(super) frisian: Option<ClassRun>,
    /// Moves that White and Black have made.
    pub(super) own_moves: [u32; 2],
    /// Completed illegal moves.
    pub(super) illegal: [u32; 2],
    /// Touches of pieces that could not be played.
    pub(super) touches: [u32; 2],
    pub(super) duty: [Option<Duty>; 2],
}

/// What a move of draughts was, as far as counts go by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// It took something.
    pub(super) capture: bool,
    /// It made a king.
    pub(super) promotion: bool,
    /// A man made it.
    pub(super) man_move: bool,
}

/// Two kings against one: the ending of Frisian article 18.
const FRISIAN: [Class; 1] = [Class::against_lone_king(2, 0)];

impl Counters {
    pub(super) fn start(position: &Position, rules: &EndRules) -> Counters {
        let mut counters = Counters {
            clock: Run::before_start(position.halfmove_clock()),
            king_moves: Run::START,
            unchanged: Run::START,
            strong: None,
            small: None,
            road: None,
            frisian: None,
            own_moves: position.moves_before(),
            illegal: [0; 2],
            touches: [0; 2],
            duty: [None; 2],
        };
        if let Some(material) = position.material() {
            counters.settle(&material, rules, 0, ResetBy::Start);
        }
        counters
    }

    /// Counts a move that has been played: `position` is the one after it.
    pub(super) fn step(
        &mut self,
        position: &Position,
        rules: &EndRules,
        mover: Side,
        ply: u32,
        effects: &Effects,
    ) {
        self.count_own(mover);
        for (side, duty) in Side::BOTH.into_iter().zip(&mut self.duty) {
            if let Some(duty) = duty
                && side == mover
                && duty.due.is_none()
            {
                duty.own_moves = duty.own_moves.saturating_add(1);
                if duty.own_moves >= u32::from(rules.refused_offer.limit) {
                    duty.due = Some(ply);
                }
            }
        }
        match position.material() {
            None => self.step_clock(ply, effects.capture, effects.zeroing),
            Some(material) => {
                let progress = Progress {
                    capture: effects.capture,
                    promotion: effects.promotion,
                    man_move: effects.man_move,
                };
                self.step_draughts(&material, rules, mover, ply, progress, true);
            }
        }
    }

    /// Counts a move of draughts, but for what its player has made of moves and owes. `listed` says whether an ending of the lists may
    /// stand on the board.
    pub(super) fn step_draughts(
        &mut self,
        material: &Material,
        rules: &EndRules,
        mover: Side,
        ply: u32,
        progress: Progress,
        listed: bool,
    ) {
        let capture = progress.capture.then_some(ResetBy::Capture);
        let promotion = progress.promotion.then_some(ResetBy::Promotion);
        let man_move = progress.man_move.then_some(ResetBy::ManMove);
        self.king_moves.step(
            ply,
            match rules.king_moves.resets {
                Resets::CaptureOrManMove => capture.or(man_move),
                Resets::CaptureOrPromotion => capture.or(promotion),
            },
        );
        let unlike = (!material.kings_on_both_sides()).then_some(ResetBy::MaterialChange);
        self.unchanged.step(ply, capture.or(promotion).or(unlike));
        if listed {
            self.step_classes(material, rules, mover, ply, progress.capture);
        } else {
            for run in [
                &mut self.strong,
                &mut self.small,
                &mut self.frisian,
                &mut self.road,
            ] {
                *run = None;
            }
        }
    }

    /// Counts a move of chess that nobody's duty hangs on.
    pub(super) fn step_ordinary(&mut self, mover: Side, ply: u32, capture: bool, pawn_move: bool) {
        self.count_own(mover);
        self.step_clock(ply, capture, pawn_move);
    }

    pub(super) fn count_own(&mut self, mover: Side) {
        let own = &mut self.own_moves[mover.index()];
        *own = own.saturating_add(1);
    }

    fn step_clock(&mut self, ply: u32, capture: bool, zeroing: bool) {
        let capture = capture.then_some(ResetBy::Capture);
        self.clock
            .step(ply, capture.or(zeroing.then_some(ResetBy::PawnMove)));
    }

    /// Counts a move that broke the rules and stands. Of draughts every count starts anew; of chess the clock does where a piece
    /// was taken or a pawn moved.
    pub(super) fn irregular(
        &mut self,
        position: &Position,
        rules: &EndRules,
        mover: Side,
        ply: u32,
        progress: bool,
    ) {
        self.count_own(mover);
        match position.material() {
            None => self
                .clock
                .step(ply, progress.then_some(ResetBy::MaterialChange)),
            Some(material) => self.piece_removed(&material, rules, ply),
        }
    }

    /// Starts every count anew after a piece left the board without a move.
    pub(super) fn piece_removed(&mut self, material: &Material, rules: &EndRules, ply: u32) {
        let by = ResetBy::MaterialChange;
        self.king_moves.step(ply, Some(by));
        self.unchanged.step(ply, Some(by));
        self.settle(material, rules, ply, by);
    }

    /// Begins the counts of the endings that stand on the board.
    fn settle(&mut self, material: &Material, rules: &EndRules, ply: u32, by: ResetBy) {
        let begin = |classes: &[Class]| {
            let (class, strong) = standing(classes, material)?;
            Some(ClassRun::begin(class, strong, ply, by))
        };
        self.strong = begin(&rules.strong_v_lone_king.classes);
        self.small = begin(&rules.small_endings.classes);
        self.frisian = begin(&FRISIAN);
        self.road = begin(&rules.main_road.classes);
        if let Some(run) = &mut self.road {
            run.holds = holds_road(rules.main_road.holder, material, run.strong);
        }
    }

    fn step_classes(
        &mut self,
        material: &Material,
        rules: &EndRules,
        mover: Side,
        ply: u32,
        capture: bool,
    ) {
        let lists = [
            (&mut self.strong, &rules.strong_v_lone_king.classes[..]),
            (&mut self.small, &rules.small_endings.classes[..]),
            (&mut self.frisian, &FRISIAN[..]),
        ];
        for (run, classes) in lists {
            let counts = step_class(run, classes, material, ply, capture);
            if let Some(run) = run.as_mut().filter(|_| counts) {
                run.count(mover);
            }
        }
        let road = &rules.main_road;
        let counts = step_class(&mut self.road, &road.classes, material, ply, capture);
        if let Some(run) = &mut self.road {
            let held = run.holds;
            run.holds = holds_road(road.holder, material, run.strong);
            if counts && held && run.holds {
                run.count(mover);
            } else if !held && run.holds && road.holder == Holder::Stronger {
                // Coming back to the road starts anew for the stronger side; for the lone king it goes on counting.
                run.moves = [0; 2];
                run.since = ply;
            }
        }
    }
}

/// The lists of endings that moves are counted in.
pub(super) fn class_lists(rules: &EndRules) -> [&[Class]; 4] {
    [
        &rules.strong_v_lone_king.classes,
        &rules.small_endings.classes,
        &FRISIAN,
        &rules.main_road.classes,
    ]
}

/// The ending of the list that stands on the board, and its stronger side.
fn standing(classes: &[Class], material: &Material) -> Option<(Class, Side)> {
    classes
        .iter()
        .find_map(|class| Some((*class, class.stronger_side(material)?)))
}

/// Takes a run over a ply, and says whether the ply counts in it.
fn step_class(
    run: &mut Option<ClassRun>,
    classes: &[Class],
    material: &Material,
    ply: u32,
    capture: bool,
) -> bool {
    let Some((class, strong)) = standing(classes, material) else {
        *run = None;
        return false;
    };
    if let Some(running) = run
        && (running.class == class || !capture)
    {
        running.class = class;
        running.strong = strong;
        return true;
    }
    let by = if capture {
        ResetBy::Capture
    } else {
        ResetBy::MaterialChange
    };
    *run = Some(ClassRun::begin(class, strong, ply, by));
    false
}

fn holds_road(holder: Holder, material: &Material, strong: Side) -> bool {
    match holder {
        Holder::Lone => material.alone_on_road(strong.opponent()),
        Holder::Stronger => material.road_kings[strong.index()] > 0,
    }
}

/// Whether a mode leaves a limit running at all.
pub(super) fn is_on(mode: Mode) -> bool {
    mode != Mode::Off
}
