//! Files of games: bytes in, a finding for each game out, in order and in bounded memory.
//!
//! The games are independent: [`examine`] is a pure function of one game and the [`AuditRules`], and [`Tally`] adds up what it
//! finds. An [`Auditor`] does all of it in one place ([`Auditor::next_finding`]); who has more than one core cuts a [`Sheaf`]
//! of games at a time, examines several at once, and has them added up in their order ([`Auditor::add`]).

use std::{collections::HashMap, hash::Hash, ops::Range, sync::Arc};

use super::{
    examine::examine,
    finding::{FaultTally, Finding, GameFaultCode, Summary},
    question::{Context, DEFAULT_WORK_BUDGET, Irregularities},
    ruling::Disposition,
    tournament::Tournament,
};
use crate::{
    Catalogue, Cause, Interrupt, Reading, Ruleset,
    record::{Format, LawTags, Limits, Place, RawGame, Splitter},
};

/// How the games of a file are looked at.
#[derive(Clone, Debug)]
pub struct AuditRules {
    /// The laws of the variants that tags name.
    pub catalogue: Arc<Catalogue>,
    /// How the file is written. None: told from the text of each game.
    pub format: Option<Format>,
    /// The law of every game, over what its tags say. None: by its tags, else chess (PGN).
    pub ruleset: Option<Arc<Ruleset>>,
    /// Where no law is given: the rulebook and the switches that every game is judged by, over what its tags say.
    pub over_tags: LawTags,
    /// How moves are written.
    pub reading: Reading,
    /// Circumstances of every game.
    pub context: Context,
    /// How records with irregularities are read.
    pub irregularities: Irregularities,
    /// Whether result tags, end markers and termination tags are left out of account.
    pub ignore_tags: bool,
    /// Positions that each search may look at.
    pub work_budget: u32,
    /// How much of a game is read.
    pub limits: Limits,
    /// How many faults of one game are listed.
    pub most_faults: usize,
}

impl AuditRules {
    /// Every game by its own tags, with every default.
    #[must_use]
    pub fn new(catalogue: Arc<Catalogue>) -> AuditRules {
        AuditRules {
            catalogue,
            format: None,
            ruleset: None,
            over_tags: LawTags::default(),
            reading: Reading::default(),
            context: Context::default(),
            irregularities: Irregularities::default(),
            ignore_tags: false,
            work_budget: DEFAULT_WORK_BUDGET,
            limits: Limits::default(),
            most_faults: 1_000,
        }
    }
}

/// Looks through a file: push a chunk, take the findings that are ready, and in the end say that no more comes.
///
/// ```
/// use std::sync::Arc;
/// use tabuleiro_rules::{Catalogue, Cause, adjudication::{AuditRules, Auditor}};
/// let mut auditor = Auditor::new(AuditRules::new(Arc::new(Catalogue::new())));
/// auditor.push(b"1. f3 e5 2. g4 Qh4# 0-1\n");
/// auditor.finish();
/// let finding = auditor.next_finding().unwrap();
/// assert_eq!(finding.board_ending.map(|ending| ending.cause), Some(Cause::Checkmate));
/// assert_eq!(auditor.next_finding(), None);
/// assert_eq!(auditor.summary().game_count, 1);
/// ```
#[derive(Debug)]
pub struct Auditor {
    rules: Arc<AuditRules>,
    splitter: Splitter,
    tally: Tally,
}

impl Auditor {
    /// An audit from the beginning of a file.
    #[must_use]
    pub fn new(rules: AuditRules) -> Auditor {
        Auditor {
            splitter: Splitter::new(&rules.limits),
            rules: Arc::new(rules),
            tally: Tally::default(),
        }
    }

    /// An audit that goes on in the middle of a file: after `games` games and `lines` lines, at this byte offset. The next byte pushed is
    /// the one there; the summary is of what comes from there on.
    #[must_use]
    pub fn resume(rules: AuditRules, offset: u64, games: u64, lines: u64) -> Auditor {
        let start = Place {
            offset,
            line: lines.saturating_add(1),
            column: 1,
        };
        Auditor {
            splitter: Splitter::resume(&rules.limits, start, games.saturating_add(1)),
            rules: Arc::new(rules),
            tally: Tally::default(),
        }
    }

    /// Takes in the next bytes. Take the findings out before the next chunk: what is not taken is kept.
    pub fn push(&mut self, chunk: &[u8]) {
        self.tally.bytes_read = self.tally.bytes_read.saturating_add(chunk.len() as u64);
        self.splitter.push(chunk);
    }

    /// Says that the file ends here.
    pub fn finish(&mut self) {
        self.splitter.finish();
    }

    /// What was found in the next whole game. None: more bytes are needed, or the file is at its end.
    pub fn next_finding(&mut self) -> Option<Finding> {
        let game = self.splitter.next_game()?;
        let finding = examine(&game, &self.rules, &Interrupt::default());
        self.tally.add(&finding);
        Some(finding)
    }

    /// The next whole games, cut and kept but not yet looked at: at most `most`, and no further one once they have
    /// `most_bytes` together. Fewer, or none: more bytes are needed, or the file is at its end.
    pub fn cut(&mut self, most: usize, most_bytes: usize) -> Sheaf {
        let mut sheaf = Sheaf {
            rules: Arc::clone(&self.rules),
            bytes: Vec::new(),
            games: Vec::with_capacity(most),
        };
        while sheaf.games.len() < most && sheaf.bytes.len() < most_bytes {
            let Some(game) = self.splitter.next_game() else {
                break;
            };
            sheaf.bind(&game);
        }
        sheaf
    }

    /// Adds a finding of a [`Sheaf`] to the summary. Add every one, in the order of the file.
    pub fn add(&mut self, finding: &Finding) {
        self.tally.add(finding);
    }

    /// The bytes held back at the moment.
    #[must_use]
    pub fn buffered(&self) -> usize {
        self.splitter.buffered()
    }

    /// What was found so far in all.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.tally.summary()
    }
}

/// Some games of a file that follow one another, on their own: they can be examined anywhere, at any time.
///
/// ```
/// use std::sync::Arc;
/// use tabuleiro_rules::{Catalogue, Interrupt, adjudication::{AuditRules, Auditor}};
/// let mut auditor = Auditor::new(AuditRules::new(Arc::new(Catalogue::new())));
/// auditor.push(b"1. e4 e5 1-0\n\n1. d4 d5 0-1\n");
/// auditor.finish();
/// let sheaf = auditor.cut(8, 1 << 20);
/// let findings: Vec<_> = std::thread::spawn(move || sheaf.findings(&Interrupt::default()).collect()).join().unwrap();
/// findings.iter().for_each(|finding| auditor.add(finding));
/// assert_eq!(auditor.summary().game_count, 2);
/// ```
#[derive(Clone, Debug)]
pub struct Sheaf {
    rules: Arc<AuditRules>,
    bytes: Vec<u8>,
    games: Vec<Cut>,
}

/// One game of a sheaf: as a [`RawGame`], whose bytes lie in the sheaf.
#[derive(Clone, Debug)]
struct Cut {
    number: u64,
    start: Place,
    end: u64,
    end_line: u64,
    bytes: Range<usize>,
}

impl Sheaf {
    fn bind(&mut self, game: &RawGame<'_>) {
        let from = self.bytes.len();
        self.bytes.extend_from_slice(game.bytes);
        self.games.push(Cut {
            number: game.number,
            start: game.start,
            end: game.end,
            end_line: game.end_line,
            bytes: from..self.bytes.len(),
        });
    }

    /// How many games it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// What is found in each, in their order; a game is examined when its finding is asked for. Once the interrupt is raised there are
    /// no more findings.
    pub fn findings(&self, interrupt: &Interrupt) -> impl Iterator<Item = Finding> {
        self.games.iter().map_while(|cut| {
            let game = RawGame {
                number: cut.number,
                start: cut.start,
                end: cut.end,
                end_line: cut.end_line,
                bytes: &self.bytes[cut.bytes.clone()],
            };
            let finding = examine(&game, &self.rules, interrupt);
            (!interrupt.is_raised()).then_some(finding)
        })
    }
}

/// Adds up findings. Its size is bounded by the number of codes and causes, and by what a [`Tournament`] holds.
///
/// It sees every finding once, in the order of the file: what is counted over a whole file has its place here.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Bytes read; the caller counts them.
    pub bytes_read: u64,
    games: u64,
    faulty: u64,
    faults: HashMap<GameFaultCode, u64>,
    endings: HashMap<Cause, u64>,
    dispositions: HashMap<Disposition, u64>,
    conflicts: Vec<u64>,
    tournament: Tournament,
}

impl Tally {
    /// Adds a finding.
    pub fn add(&mut self, finding: &Finding) {
        self.games += 1;
        self.tournament.add(finding);
        self.faulty += u64::from(finding.is_faulty());
        for fault in &finding.faults {
            *self.faults.entry(fault.code).or_default() += 1;
        }
        if let Some(ruling) = &finding.ruling {
            *self.dispositions.entry(ruling.disposition).or_default() += 1;
            if let Some(ending) = &ruling.ending {
                *self.endings.entry(ending.cause).or_default() += 1;
            }
        }
        if finding.result_conflict.is_some() && self.conflicts.len() < Summary::MOST_CONFLICTS {
            self.conflicts.push(finding.number);
        }
    }

    /// What was added.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let faults = most_first(&self.faults).into_iter();
        Summary {
            game_count: self.games,
            faulty_game_count: self.faulty,
            faults: faults
                .map(|(code, count)| FaultTally { code, count })
                .collect(),
            endings: most_first(&self.endings),
            dispositions: most_first(&self.dispositions),
            conflicts: self.conflicts.clone(),
            tables: self.tournament.tables(),
            bytes_read: self.bytes_read,
        }
    }
}

/// The counts, most frequent first, equal ones in the order of their kind.
fn most_first<K: Copy + Ord + Hash>(counts: &HashMap<K, u64>) -> Vec<(K, u64)> {
    let mut list: Vec<(K, u64)> = counts.iter().map(|(kind, count)| (*kind, *count)).collect();
    list.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    list
}
