//! "Did you mean": the nearest of the words that exist.

/// The nearest word, if any is near.
pub(crate) fn closest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(word, words).into_iter().next()
}

/// The near words, nearest first, at most three.
pub(crate) fn near<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.to_lowercase();
    let mut scored: Vec<(f64, &str)> = words
        .into_iter()
        .map(|known| (strsim::jaro_winkler(&word, known), known))
        .filter(|(score, known)| *score > 0.8 || known.contains(&word) && word.len() > 2)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.dedup_by_key(|(_, known)| *known);
    scored.into_iter().map(|(_, known)| known).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_nonsense_finds_none() {
        let words = ["chess", "brazilian", "international", "repetition.count"];
        assert_eq!(closest("brasilian", words), Some("brazilian"));
        assert_eq!(closest("Chess", words), Some("chess"));
        assert_eq!(closest("repetition", words), Some("repetition.count"));
        assert_eq!(closest("xyzzy", words), None);
    }
}
