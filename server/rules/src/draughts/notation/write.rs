//! Writes moves: short where origin and destination say which is meant, else with the full path.

use crate::Square;
use crate::draughts::walk::line;
use crate::draughts::{CompiledRules, Geometry, Move, Naming, Route, RuleSet, Rules};

/// The sign of a capture: a colon in Russian records, a hyphen as for any move in Thai ones (PDN 3.0).
pub(super) const fn capture_sign(rules: &Rules) -> char {
    match rules.base {
        RuleSet::Russian | RuleSet::Spantsiretti => ':',
        RuleSet::Thai => '-',
        _ => 'x',
    }
}

/// Appends origin and destination.
pub(super) fn push_short(
    out: &mut String,
    rules: &Rules,
    geometry: &Geometry,
    m: &Move,
    naming: Naming,
) {
    geometry.push_name(out, m.from, naming);
    out.push(if m.is_capture() {
        capture_sign(rules)
    } else {
        '-'
    });
    geometry.push_name(out, m.to, naming);
}

/// Appends the file of origin and the destination. A step has no sign, and nor has a capture whose sign is a hyphen.
pub(super) fn push_file_and_goal(out: &mut String, rules: &Rules, geometry: &Geometry, m: &Move) {
    let file = geometry.algebraic(m.from);
    out.extend(file.chars().next());
    let sign = capture_sign(rules);
    if m.is_capture() && sign != '-' {
        out.push(sign);
    }
    geometry.push_name(out, m.to, Naming::Algebraic);
}

/// Appends a move as [`push_full`] does, by the names that are at hand. `between` are the squares on its way that are written.
pub(super) fn push_quickly(out: &mut String, rules: &CompiledRules, m: &Move, between: &[Square]) {
    let names = rules.names();
    let sign = if m.is_capture() {
        capture_sign(rules.rules())
    } else {
        '-'
    };
    names.push(out, m.from);
    for square in between {
        out.push(sign);
        names.push(out, *square);
    }
    out.push(sign);
    names.push(out, m.to);
    // A single jump names its victim.
    if between.is_empty() {
        for square in m.captured {
            out.push(sign);
            names.push(out, square);
        }
    }
}

/// Appends a capture with every intermediate square by the rule of PDN 3.0: where the piece turns, the square
/// on which it does; where it goes straight on, the square right behind the piece that it jumped.
///
/// A single jump has no intermediate square, and would read like the short form of another capture with the same
/// ends: it names its victim after the destination, as Hub does.
pub(super) fn push_full(
    out: &mut String,
    rules: &Rules,
    geometry: &Geometry,
    m: &Move,
    route: Option<&Route>,
    naming: Naming,
) {
    let sign = capture_sign(rules);
    let way_is_known =
        |route: &&Route| m.captured.len() > 1 && route.landings.len() == m.captured.len();
    let Some(route) = route.filter(way_is_known) else {
        return push_hub(out, geometry, m, sign, naming);
    };
    geometry.push_name(out, m.from, naming);
    for square in intermediate(rules, geometry, m, route) {
        out.push(sign);
        geometry.push_name(out, square, naming);
    }
    out.push(sign);
    geometry.push_name(out, m.to, naming);
}

fn intermediate(rules: &Rules, geometry: &Geometry, m: &Move, route: &Route) -> Vec<Square> {
    let way = |from, to| line(geometry, rules.movement, true, from, to).map(|(way, _)| way);
    let mut squares = Vec::with_capacity(route.landings.len());
    let mut at = m.from;
    for (index, pair) in route.landings.windows(2).enumerate() {
        let [landing, next] = *pair else {
            continue;
        };
        let arriving = way(at, landing);
        let straight_on = arriving.is_some() && arriving == way(landing, next);
        let victim = route.captured.get(index).copied();
        let behind = victim
            .zip(arriving)
            .and_then(|(victim, way)| crate::draughts::walk::step(geometry, victim, way, 1));
        squares.push(match behind {
            Some(behind) if straight_on => behind,
            _ => landing,
        });
        at = landing;
    }
    squares
}

/// Appends the Hub form: origin, destination, captured squares in the order of the numbers.
pub(super) fn push_hub(
    out: &mut String,
    geometry: &Geometry,
    m: &Move,
    sign: char,
    naming: Naming,
) {
    geometry.push_name(out, m.from, naming);
    out.push(if m.is_capture() { sign } else { '-' });
    geometry.push_name(out, m.to, naming);
    let mut captured: Vec<Square> = m.captured.iter().collect();
    captured.sort_by_key(|square| geometry.number(*square));
    for square in captured {
        out.push(sign);
        geometry.push_name(out, square, naming);
    }
}
