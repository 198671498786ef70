//! The letters of the pieces on score sheets, by language (FIDE C.2, C.3).
//!
//! `R` is the rook in English and the king in Portuguese: a language is always said by the caller and never guessed.

use shakmaty::Role;

/// The language of the piece letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub enum Language {
    /// K Q R B N: the letters of PGN.
    #[default]
    English,
    /// R D T B C.
    Portuguese,
    /// R D T A C.
    Spanish,
    /// R D T F C.
    French,
    /// K D T L S.
    German,
    /// R D T A C.
    Italian,
    /// K D T L P.
    Dutch,
    /// ♔ ♕ ♖ ♗ ♘: the signs, which need no language. The black signs are read too.
    Figurine,
}

impl Language {
    /// Every language, English first.
    pub const ALL: [Language; 8] = [
        Language::English,
        Language::Portuguese,
        Language::Spanish,
        Language::French,
        Language::German,
        Language::Italian,
        Language::Dutch,
        Language::Figurine,
    ];

    /// The language of a BCP 47 tag (`pt-BR` is `pt`), or `figurine`; none for a language whose letters are not known.
    #[must_use]
    pub fn parse(tag: &str) -> Option<Language> {
        let primary = tag.split(['-', '_']).next().unwrap_or(tag);
        Language::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// The primary subtag, e.g. `pt`.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Portuguese => "pt",
            Language::Spanish => "es",
            Language::French => "fr",
            Language::German => "de",
            Language::Italian => "it",
            Language::Dutch => "nl",
            Language::Figurine => "figurine",
        }
    }

    /// King, queen, rook, bishop, knight.
    const fn letters(self) -> [char; 5] {
        match self {
            Language::English => ['K', 'Q', 'R', 'B', 'N'],
            Language::Portuguese => ['R', 'D', 'T', 'B', 'C'],
            Language::Spanish | Language::Italian => ['R', 'D', 'T', 'A', 'C'],
            Language::French => ['R', 'D', 'T', 'F', 'C'],
            Language::German => ['K', 'D', 'T', 'L', 'S'],
            Language::Dutch => ['K', 'D', 'T', 'L', 'P'],
            Language::Figurine => ['♔', '♕', '♖', '♗', '♘'],
        }
    }

    /// The letter of a piece; none for the pawn, which has none (FIDE C.4).
    pub(super) const fn letter(self, role: Role) -> Option<char> {
        let [king, queen, rook, bishop, knight] = self.letters();
        match role {
            Role::King => Some(king),
            Role::Queen => Some(queen),
            Role::Rook => Some(rook),
            Role::Bishop => Some(bishop),
            Role::Knight => Some(knight),
            Role::Pawn => None,
        }
    }

    /// A move in the letters of PGN, such as `Nf3` or `e8=Q`, with those of this language. What has no letter of a piece stays as it is.
    #[must_use]
    pub fn spell(self, san: &str) -> String {
        let spelt = |c: char| {
            let role = Language::English.role(c);
            role.and_then(|role| self.letter(role)).unwrap_or(c)
        };
        san.chars().map(spelt).collect()
    }

    /// The piece that this letter stands for.
    pub(super) fn role(self, letter: char) -> Option<Role> {
        const ROLES: [Role; 5] = [
            Role::King,
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
        ];
        const BLACK_SIGNS: [char; 5] = ['♚', '♛', '♜', '♝', '♞'];
        let find = |letters: [char; 5]| letters.into_iter().position(|known| known == letter);
        let place = match self {
            Language::Figurine => find(self.letters()).or_else(|| find(BLACK_SIGNS)),
            _ => find(self.letters()),
        }?;
        ROLES.get(place).copied()
    }
}
