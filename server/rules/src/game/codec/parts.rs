//! The parts of a state as bytes: moves, counts and endings.

use super::{Reader, StateFault, Writer, inconsistent, side};
use crate::{
    Cause, MoveRequest, Outcome, Position, Ruleset, Side, Square, chess, draughts,
    game::{
        counters::{ClassRun, Counters, Duty, ResetBy, Run},
        ending::{Basis, Ending},
        unfinished::Unfinished,
    },
    position::{Move, Reading},
    rulebook::{Class, Force, Topic},
};

const OUTCOMES: [Outcome; 6] = [
    Outcome::Win(Side::White),
    Outcome::Win(Side::Black),
    Outcome::Draw,
    Outcome::BothLose,
    Outcome::HalfPoint(Side::White),
    Outcome::HalfPoint(Side::Black),
];

pub(super) fn read_side(reader: &mut Reader<'_>) -> Result<Side, StateFault> {
    side(reader.number()?).ok_or(inconsistent("side"))
}

/// A square of the board of a position.
pub(super) fn read_square(
    reader: &mut Reader<'_>,
    position: &Position,
) -> Result<Square, StateFault> {
    let square = Square::new(reader.byte()?);
    let is_on_it = match position {
        Position::Draughts(position) => position.geometry().has(square),
        Position::Chess(_) => square.index() < 64,
    };
    if is_on_it {
        Ok(square)
    } else {
        Err(inconsistent("square"))
    }
}

/// A legal move of a position: UCI in chess, its squares in draughts.
pub(super) fn write_move(writer: &mut Writer<'_>, position: &Position, m: &Move) {
    match (position, m) {
        (Position::Chess(position), Move::Chess(m)) => writer.text(&position.uci(m)),
        (_, Move::Draughts(m)) => {
            writer.byte(m.from.index() as u8);
            writer.byte(m.to.index() as u8);
            writer.number(u32::try_from(m.captured.len()).unwrap_or(u32::MAX));
            for square in m.captured {
                writer.byte(square.index() as u8);
            }
        }
        _ => {}
    }
}

pub(super) fn read_move(reader: &mut Reader<'_>, position: &Position) -> Result<Move, StateFault> {
    let fault = || inconsistent("move");
    match position {
        Position::Chess(_) => {
            let request = MoveRequest::Text(reader.text()?);
            let reading = Reading {
                chess: chess::Reading {
                    notation: chess::Notation::Uci,
                    ..chess::Reading::default()
                },
            };
            position.read_move(&request, &reading).map_err(|_| fault())
        }
        Position::Draughts(position) => {
            let (from, to, captured) = read_squares(reader, position)?;
            let moves = position.legal_moves().map_err(|_| fault())?;
            let same = |m: &&draughts::Move| (m.from, m.to, m.captured) == (from, to, captured);
            moves
                .iter()
                .find(same)
                .copied()
                .map(Move::Draughts)
                .ok_or_else(fault)
        }
    }
}

/// The squares of a move of draughts.
fn read_squares(
    reader: &mut Reader<'_>,
    position: &draughts::Position,
) -> Result<(Square, Square, draughts::SquareSet), StateFault> {
    let from = Square::new(reader.byte()?);
    let to = Square::new(reader.byte()?);
    let mut captured = draughts::SquareSet::EMPTY;
    for _ in 0..reader.count(256, "captured pieces")? {
        let square = Square::new(reader.byte()?);
        if !position.geometry().has(square) {
            return Err(inconsistent("move"));
        }
        captured.insert(square);
    }
    Ok((from, to, captured))
}

/// A capture that was left unfinished in this position.
pub(super) fn read_stop(
    reader: &mut Reader<'_>,
    position: &Position,
    ruleset: &Ruleset,
) -> Result<Move, StateFault> {
    let fault = || inconsistent("unfinished capture");
    let squares = read_squares(reader, position.as_draughts().ok_or_else(fault)?)?;
    let same = |m: &draughts::Move| (m.from, m.to, m.captured) == squares;
    let found = Unfinished::with(ruleset, position, same);
    match found {
        Ok(Some(found)) => Ok(Move::Draughts(found.stop)),
        Ok(None) | Err(_) => Err(fault()),
    }
}

pub(super) fn write_ending(writer: &mut Writer<'_>, ending: &Ending) {
    writer.place(&Cause::ALL, &ending.cause);
    writer.place(&OUTCOMES, &ending.outcome);
    writer.place(Basis::ALL, &ending.basis);
    writer.place(Topic::ALL, &ending.topic);
    writer.number(ending.ply);
    writer.flag(ending.assumes_mate);
    writer.number(u32::try_from(ending.also.len()).unwrap_or(u32::MAX));
    for cause in &ending.also {
        writer.place(&Cause::ALL, cause);
    }
}

pub(super) fn read_ending(reader: &mut Reader<'_>) -> Result<Ending, StateFault> {
    let cause = reader.place(&Cause::ALL, "cause")?;
    let outcome = reader.place(&OUTCOMES, "outcome")?;
    let basis = reader.place(Basis::ALL, "basis")?;
    let topic = reader.place(Topic::ALL, "topic")?;
    let ply = reader.number()?;
    let assumes_mate = reader.flag()?;
    let mut also = Vec::new();
    for _ in 0..reader.count(Cause::ALL.len() as u32, "causes")? {
        also.push(reader.place(&Cause::ALL, "cause")?);
    }
    Ok(Ending {
        cause,
        outcome,
        basis,
        ply,
        topic,
        also,
        assumes_mate,
    })
}

fn write_run(writer: &mut Writer<'_>, run: Run) {
    writer.number(run.value);
    writer.number(run.since);
    writer.place(ResetBy::ALL, &run.reset_by);
}

fn read_run(reader: &mut Reader<'_>) -> Result<Run, StateFault> {
    Ok(Run {
        value: reader.number()?,
        since: reader.number()?,
        reset_by: reader.place(ResetBy::ALL, "reset")?,
    })
}

fn write_force(writer: &mut Writer<'_>, force: Force) {
    writer.byte(force.kings);
    writer.flag(force.or_more);
    writer.byte(force.men);
}

fn read_force(reader: &mut Reader<'_>) -> Result<Force, StateFault> {
    Ok(Force {
        kings: reader.byte()?,
        or_more: reader.flag()?,
        men: reader.byte()?,
    })
}

fn write_class_run(writer: &mut Writer<'_>, run: &ClassRun) {
    write_force(writer, run.class.strong);
    write_force(writer, run.class.weak);
    writer.number(run.strong.index() as u32);
    writer.number(run.since);
    writer.place(ResetBy::ALL, &run.reset_by);
    writer.number(run.moves[0]);
    writer.number(run.moves[1]);
    writer.flag(run.holds);
}

fn read_class_run(reader: &mut Reader<'_>) -> Result<ClassRun, StateFault> {
    Ok(ClassRun {
        class: Class {
            strong: read_force(reader)?,
            weak: read_force(reader)?,
        },
        strong: read_side(reader)?,
        since: reader.number()?,
        reset_by: reader.place(ResetBy::ALL, "reset")?,
        moves: [reader.number()?, reader.number()?],
        holds: reader.flag()?,
    })
}

fn write_duty(writer: &mut Writer<'_>, duty: &Duty) {
    writer.number(duty.since);
    writer.number(duty.own_moves);
    writer.option(duty.due.as_ref(), |writer, ply| writer.number(*ply));
}

fn read_duty(reader: &mut Reader<'_>) -> Result<Duty, StateFault> {
    Ok(Duty {
        since: reader.number()?,
        own_moves: reader.number()?,
        due: reader.option(Reader::number)?,
    })
}

impl Counters {
    pub(super) fn write(&self, writer: &mut Writer<'_>) {
        for run in [self.clock, self.king_moves, self.unchanged] {
            write_run(writer, run);
        }
        for run in [&self.strong, &self.small, &self.road, &self.frisian] {
            writer.option(run.as_ref(), write_class_run);
        }
        for counts in [&self.own_moves, &self.illegal, &self.touches] {
            writer.number(counts[0]);
            writer.number(counts[1]);
        }
        for duty in &self.duty {
            writer.option(duty.as_ref(), write_duty);
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Counters, StateFault> {
        let pair = |reader: &mut Reader<'_>| Ok([reader.number()?, reader.number()?]);
        Ok(Counters {
            clock: read_run(reader)?,
            king_moves: read_run(reader)?,
            unchanged: read_run(reader)?,
            strong: reader.option(read_class_run)?,
            small: reader.option(read_class_run)?,
            road: reader.option(read_class_run)?,
            frisian: reader.option(read_class_run)?,
            own_moves: pair(reader)?,
            illegal: pair(reader)?,
            touches: pair(reader)?,
            duty: [reader.option(read_duty)?, reader.option(read_duty)?],
        })
    }
}
