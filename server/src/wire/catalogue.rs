//! The catalogue as `ListVariants` has it. It never changes while the server runs, so it is made once a language.

use tabuleiro_proto::v1;
use tabuleiro_rules::{
    Catalogue, Citation, Departure, Family, Ruleset, Side, Variant,
    adjudication::Room,
    chess::ChessVariant,
    draughts::{Corner, Geometry, Naming, RuleSet},
    locale::Voice,
    openings::TableId,
    rulebook::{Rulebook, Topic},
};

use super::{end_rules::end_rules, house_rules, nouns, square::Names};

/// A variant, and its board apart: boards are large, and most answers leave them out.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) variant: v1::Variant,
    pub(crate) board: v1::Board,
}

/// Every variant.
pub(crate) fn variants(catalogue: &Catalogue, voice: Voice<'_>) -> Vec<Entry> {
    Variant::all()
        .filter_map(|id| catalogue.standard(id))
        .map(|ruleset| variant(&ruleset, voice))
        .collect()
}

fn variant(ruleset: &Ruleset, voice: Voice<'_>) -> Entry {
    let variant = ruleset.variant();
    let books = Rulebook::all_for(variant);
    let mut message = v1::Variant {
        id: variant.id().to_owned(),
        aliases: variant
            .aliases()
            .iter()
            .map(|it| (*it).to_owned())
            .collect(),
        name: voice.variant(variant),
        start_position: start_position(ruleset),
        first_player: nouns::side(first_player(ruleset)) as i32,
        default_rulebook: Rulebook::default_for(variant).word().to_owned(),
        rulebooks: books.iter().map(|book| book.id.word().to_owned()).collect(),
        opening_tables: TableId::ALL
            .iter()
            .filter(|table| table.variant() == variant)
            .map(|table| table.word().to_owned())
            .collect(),
        departures: ruleset.departures().iter().map(departure).collect(),
        notes: voice.variant_note(variant).into_iter().collect(),
        ..v1::Variant::default()
    };
    match variant {
        Variant::Chess(variant) => chess(variant, &mut message),
        Variant::Draughts(set) => draughts(set, ruleset, &mut message),
    }
    Entry {
        variant: message,
        board: match ruleset.switches() {
            None => chess_board(),
            Some(rules) => draughts_board(&rules.geometry(), rules.first_player),
        },
    }
}

/// A point on which a law differs from the federation's.
pub(crate) fn departure(departure: &Departure) -> v1::Departure {
    v1::Departure {
        key: departure.key.to_owned(),
        value: departure.value.clone(),
        law: departure.law.clone(),
        citation: Some(nouns::citation(departure.citation)),
    }
}

fn first_player(ruleset: &Ruleset) -> Side {
    ruleset
        .switches()
        .map_or(Side::White, |rules| rules.first_player)
}

fn chess(variant: ChessVariant, message: &mut v1::Variant) {
    use v1::{Notation, PieceKind};
    message.family = v1::GameFamily::Chess as i32;
    message.notations = [
        Notation::Auto,
        Notation::San,
        Notation::Lan,
        Notation::Uci,
        Notation::Figurine,
        Notation::ScoreSheet,
    ]
    .map(i32::from)
    .to_vec();
    message.canonical_notation = Notation::San as i32;
    let mut promotions = vec![
        PieceKind::Queen as i32,
        PieceKind::Rook as i32,
        PieceKind::Bishop as i32,
        PieceKind::Knight as i32,
    ];
    if !variant.has_royal_king() {
        promotions.push(PieceKind::King as i32);
    }
    message.promotions = promotions;
    message.has_drops = variant.has_hand();
    message.game_type_tag = pgn_variant_tag(variant).to_owned();
    message.citations = vec![nouns::citation(match variant {
        ChessVariant::Chess => Citation::primary("FIDE Laws of Chess", "2023", "3"),
        ChessVariant::Chess960 => Citation::primary("FIDE Laws of Chess", "2023", "Guidelines II"),
        _ => Citation::secondary("lichess variants", "", variant.id()),
    })];
}

/// The value of the PGN `Variant` tag; standard chess needs none.
pub(crate) const fn pgn_variant_tag(variant: ChessVariant) -> &'static str {
    match variant {
        ChessVariant::Chess => "",
        ChessVariant::Chess960 => "Chess960",
        ChessVariant::Antichess => "Antichess",
        ChessVariant::Atomic => "Atomic",
        ChessVariant::Crazyhouse => "Crazyhouse",
        ChessVariant::Horde => "Horde",
        ChessVariant::KingOfTheHill => "King of the Hill",
        ChessVariant::RacingKings => "Racing Kings",
        ChessVariant::ThreeCheck => "Three-check",
    }
}

fn chess_board() -> v1::Board {
    let squares = (0..64u8).map(|index| {
        let name = Names::Chess.name(tabuleiro_rules::Square::new(index));
        let rank = i32::from(index / 8);
        v1::BoardSquare {
            algebraic: name.clone(),
            name,
            file: i32::from(index % 8),
            rank,
            number: 0,
            promotes: match rank {
                7 => v1::Side::White,
                0 => v1::Side::Black,
                _ => v1::Side::Unspecified,
            } as i32,
        }
    });
    v1::Board {
        files: 8,
        ranks: 8,
        squares: squares.collect(),
        dark_corner: v1::DarkCorner::Left as i32,
        bottom: v1::Side::White as i32,
    }
}

fn draughts(set: RuleSet, ruleset: &Ruleset, message: &mut v1::Variant) {
    use v1::Notation;
    message.family = v1::GameFamily::Draughts as i32;
    message.notations = [
        Notation::Auto,
        Notation::Pdn,
        Notation::Numeric,
        Notation::Algebraic,
        Notation::Hub,
        Notation::FullPath,
    ]
    .map(i32::from)
    .to_vec();
    message.canonical_notation = Notation::Pdn as i32;
    message.promotions = vec![v1::PieceKind::King as i32];
    message.game_type_tag = set.pdn_game_type().unwrap_or_default();
    message.citations = vec![nouns::citation(Citation {
        certainty: set.certainty(),
        ..ruleset.rulebook().cite(Topic::NoLegalMove)
    })];
    if let Some(rules) = ruleset.switches() {
        let geometry = rules.geometry();
        let algebraic = geometry.naming() == Naming::Algebraic;
        message.draughts_rules = Some(house_rules::movement(rules.iter(), algebraic));
    }
}

fn draughts_board(geometry: &Geometry, first_player: Side) -> v1::Board {
    let squares = geometry.squares().map(|square| {
        let (file, rank) = geometry.coordinates(square);
        let promotes = Side::BOTH
            .into_iter()
            .find(|side| geometry.promotes(*side, square));
        v1::BoardSquare {
            name: geometry.name(square),
            file: i32::from(file),
            rank: i32::from(rank),
            number: i32::from(geometry.number(square)),
            algebraic: geometry.algebraic(square),
            promotes: promotes.map_or(v1::Side::Unspecified, nouns::side) as i32,
        }
    });
    let dark_corner = if geometry.dark_corner_is_right() {
        v1::DarkCorner::Right
    } else {
        v1::DarkCorner::Left
    };
    // Numbered boards are shown with square 1 at the top.
    let bottom = match geometry.numbering() {
        Corner::TopLeft | Corner::TopRight => Side::White,
        Corner::BottomLeft | Corner::BottomRight if geometry.naming() == Naming::Numeric => {
            Side::Black
        }
        _ => first_player,
    };
    v1::Board {
        files: i32::from(geometry.files()),
        ranks: i32::from(geometry.ranks()),
        squares: squares.collect(),
        dark_corner: dark_corner as i32,
        bottom: nouns::side(bottom) as i32,
    }
}

/// The rulebooks that these variants can be played by, each once, with its law for either game.
pub(crate) fn rulebooks(
    variants: impl Iterator<Item = Variant>,
    voice: Voice<'_>,
) -> Vec<v1::Rulebook> {
    let mut found: Vec<v1::Rulebook> = Vec::new();
    for variant in variants {
        for book in Rulebook::all_for(variant) {
            let id = book.id.word();
            let index = found.iter().position(|it| it.id == id).unwrap_or_else(|| {
                found.push(rulebook(&book, voice));
                found.len() - 1
            });
            if let Some(message) = found.get_mut(index) {
                add_law(message, &book, variant.family());
            }
        }
    }
    found
}

/// Adds the law for a game that the message does not have yet.
fn add_law(message: &mut v1::Rulebook, book: &Rulebook, family: Family) {
    let (law, wire_family) = match family {
        Family::Chess => (&mut message.chess, v1::GameFamily::Chess),
        Family::Draughts => (&mut message.draughts, v1::GameFamily::Draughts),
    };
    if law.is_some() {
        return;
    }
    *law = Some(end_rules(&book.end_rules, family));
    let articles = book
        .articles()
        .map(|(topic, citation)| v1::RulebookArticle {
            family: wire_family as i32,
            topic: topic.word().to_owned(),
            citation: Some(nouns::citation(citation)),
        });
    message.articles.extend(articles);
}

fn rulebook(book: &Rulebook, voice: Voice<'_>) -> v1::Rulebook {
    let whole = Citation {
        document: book.document,
        edition: book.edition,
        article: "",
        certainty: if book.is_federation_law() {
            tabuleiro_rules::Certainty::Primary
        } else {
            tabuleiro_rules::Certainty::HouseRule
        },
    };
    v1::Rulebook {
        id: book.id.word().to_owned(),
        name: voice.rulebook(book.id),
        document: Some(nouns::citation(whole)),
        defaults: Some(v1::RulebookDefaults {
            omission: book.id.omission().map_or(0, house_rules::omission),
            ..v1::RulebookDefaults::default()
        }),
        rooms: Room::of(book.id)
            .iter()
            .map(|room| room.word().to_owned())
            .collect(),
        ..v1::Rulebook::default()
    }
}

/// The start position as a text.
fn start_position(ruleset: &Ruleset) -> String {
    tabuleiro_rules::Position::start(ruleset).to_fen()
}
