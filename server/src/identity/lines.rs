//! The lines of an access file: words between white space, a word with spaces in double quotes, `#` begins a comment.

/// A line that says something, with its number from 1.
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) words: Vec<&'a str>,
}

/// The lines with words, or what is wrong with the others.
pub(super) fn lines(text: &str) -> (Vec<Line<'_>>, Vec<String>) {
    let mut lines = Vec::new();
    let mut faults = Vec::new();
    for (number, text) in (1..).zip(text.lines()) {
        match words(text) {
            Ok(words) if words.is_empty() => {}
            Ok(words) => lines.push(Line { number, words }),
            Err(fault) => faults.push(format!("line {number}: {fault}")),
        }
    }
    (lines, faults)
}

fn words(mut rest: &str) -> Result<Vec<&str>, &'static str> {
    let mut words = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() || rest.starts_with('#') {
            return Ok(words);
        }
        let (word, tail) = match rest.strip_prefix('"') {
            Some(quoted) => quoted
                .split_once('"')
                .ok_or("a double quote is not closed")?,
            None => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                rest.split_at(end)
            }
        };
        words.push(word);
        rest = tail;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_quotes_and_comments() {
        let (found, faults) = lines("a  b\t* # all\n\n# nothing\n\"CN with spaces\" X\n\"open\n");
        let found: Vec<_> = found.iter().map(|l| (l.number, l.words.clone())).collect();
        assert_eq!(
            found,
            [(1, vec!["a", "b", "*"]), (4, vec!["CN with spaces", "X"])]
        );
        assert_eq!(faults, ["line 5: a double quote is not closed"]);
    }
}
