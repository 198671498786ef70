//! The time in `[%clk 1:23:45]` and `[%emt 0:00:12.5]`.

use std::fmt;

/// A time in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClockTime(u64);

/// Why a text is no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ClockError {
    /// Not `h:mm:ss`, with or without a fraction.
    #[error("a time is written h:mm:ss")]
    Malformed,
    /// `a:bb` is minutes and seconds to some, hours and minutes to others.
    #[error("a time of two parts may be minutes and seconds, or hours and minutes")]
    Ambiguous,
}

impl ClockTime {
    /// The longest time that is written: a hundred thousand hours.
    const MOST_HOURS: u64 = 100_000;

    /// A time of so many milliseconds.
    #[must_use]
    pub const fn from_millis(millis: u64) -> ClockTime {
        ClockTime(millis)
    }

    /// The time in milliseconds.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// Reads `h:mm:ss`; hours may have any number of digits, seconds a fraction of which milliseconds are kept.
    ///
    /// # Errors
    ///
    /// [`ClockError`]: nothing is guessed.
    pub fn parse(text: &str) -> Result<ClockTime, ClockError> {
        let (hours, behind) = number(text.as_bytes(), usize::MAX)?;
        let second = behind.strip_prefix(b":").ok_or(ClockError::Malformed)?;
        let (minutes, behind) = number(second, 2)?;
        let Some(third) = behind.strip_prefix(b":") else {
            seconds(second)?;
            return Err(ClockError::Ambiguous);
        };
        let millis = seconds(third)?;
        if minutes > 59 || hours > ClockTime::MOST_HOURS {
            return Err(ClockError::Malformed);
        }
        Ok(ClockTime((hours * 60 + minutes) * 60_000 + millis))
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.0 / 1_000, self.0 % 1_000);
        write!(
            f,
            "{}:{:02}:{:02}",
            seconds / 3_600,
            seconds / 60 % 60,
            seconds % 60
        )?;
        if millis == 0 {
            return Ok(());
        }
        let fraction = format!("{millis:03}");
        write!(f, ".{}", fraction.trim_end_matches('0'))
    }
}

/// The number at the head of a text, of at most so many digits, and what is behind it.
fn number(text: &[u8], most: usize) -> Result<(u64, &[u8]), ClockError> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 || count > most {
        return Err(ClockError::Malformed);
    }
    let (digits, behind) = text.split_at(count);
    let append = |number: u64, digit: &u8| {
        let tens = number.checked_mul(10)?;
        tens.checked_add(u64::from(digit - b'0'))
    };
    let number = digits.iter().try_fold(0, append);
    Ok((number.ok_or(ClockError::Malformed)?, behind))
}

/// `ss` or `ss.fff`, in milliseconds.
fn seconds(text: &[u8]) -> Result<u64, ClockError> {
    let (seconds, behind) = number(text, 2)?;
    let millis = match behind {
        [] => 0,
        [b'.', fraction @ ..] => thousandths(fraction)?,
        _ => return Err(ClockError::Malformed),
    };
    if seconds > 59 {
        return Err(ClockError::Malformed);
    }
    Ok(seconds * 1_000 + millis)
}

/// The digits behind the point, of which milliseconds are kept.
fn thousandths(fraction: &[u8]) -> Result<u64, ClockError> {
    if fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
        return Err(ClockError::Malformed);
    }
    let digits = fraction.iter().chain(b"000").take(3);
    Ok(digits.fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_minutes_seconds_and_fractions() {
        for (text, millis) in [
            ("0:00:00", 0),
            ("1:23:45", 5_025_000),
            ("0:05:00.5", 300_500),
            ("00:00:01.0429", 1_042),
            ("123:00:59", 442_859_000),
        ] {
            assert_eq!(ClockTime::parse(text), Ok(ClockTime(millis)), "{text}");
        }
        assert_eq!(ClockTime(300_500).to_string(), "0:05:00.5");
        assert_eq!(ClockTime(5_025_000).to_string(), "1:23:45");
    }

    #[test]
    fn two_parts_are_not_guessed_at() {
        assert_eq!(ClockTime::parse("5:00"), Err(ClockError::Ambiguous));
        for text in [
            "", ":", "1", "a:00:00", "1:60:00", "1:00:60", "1:0:0:0", "1:00:00.", "1:000:00",
            "-1:00:00", "+1:00:00",
        ] {
            assert_eq!(ClockTime::parse(text), Err(ClockError::Malformed), "{text}");
        }
    }
}
