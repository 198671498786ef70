//! Samples of a server's memory over time: the most that it held, and how its floor climbs once it is warm.
//!
//! What is in flight comes and goes by several MiB, and may be more towards the end than before; what leaks stays. The line is fitted to the
//! least of each few seconds, which a leak raises as surely as every other sample.

use std::time::Duration;

/// What the server may hold at most, in MiB (design: at 100 connections and fewer).
pub(crate) const BAR_MIB: f64 = 64.0;

/// How much the fitted line may climb, in MiB a minute. At the 1,900 calls a second of the soak this is 2.3 bytes a call.
pub(crate) const BAR_SLOPE: f64 = 0.25;

/// Samples, one a second, of which the least is the floor.
const FLOOR_OF: usize = 10;

/// What the samples show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trend {
    /// MiB.
    pub(crate) most: f64,
    /// MiB a minute, of the floor after the first third.
    pub(crate) slope: f64,
}

impl Trend {
    /// Of samples in MiB, in the order of their times.
    pub(crate) fn of(samples: &[(Duration, f64)]) -> Trend {
        let most = samples.iter().map(|(_, mib)| *mib).fold(0.0, f64::max);
        let warm = &samples[samples.len() / 3..];
        let floors = warm.chunks(FLOOR_OF);
        let floors = floors.filter_map(|some| some.iter().min_by(|a, b| a.1.total_cmp(&b.1)));
        Trend {
            most,
            slope: slope(&floors.copied().collect::<Vec<_>>()),
        }
    }

    /// Whether both bars are kept.
    pub(crate) fn holds(&self) -> bool {
        self.most <= BAR_MIB && self.slope <= BAR_SLOPE
    }
}

/// Least squares, per minute.
fn slope(samples: &[(Duration, f64)]) -> f64 {
    let count = samples.len() as f64;
    let minutes = |at: &Duration| at.as_secs_f64() / 60.0;
    let mean_x = samples.iter().map(|(at, _)| minutes(at)).sum::<f64>() / count;
    let mean_y = samples.iter().map(|(_, mib)| *mib).sum::<f64>() / count;
    let (mut products, mut squares) = (0.0, 0.0);
    for (at, mib) in samples {
        let x = minutes(at) - mean_x;
        products += x * (mib - mean_y);
        squares += x * x;
    }
    if squares > 0.0 {
        products / squares
    } else {
        f64::NAN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(mib: impl Fn(f64) -> f64) -> Vec<(Duration, f64)> {
        let seconds = 0..600;
        seconds
            .map(|s| (Duration::from_secs(s), mib(s as f64)))
            .collect()
    }

    #[test]
    fn a_server_that_warms_up_and_then_stays_passes() {
        // 30 MiB in the first minutes, and steps of two MiB up and down ever after.
        let trend = Trend::of(&samples(|s| {
            20.0 + (s / 5.0).min(30.0) + 2.0 * (s / 7.0).sin()
        }));
        assert!(trend.slope.abs() < 0.1, "{trend:?}");
        assert!(trend.holds());
    }

    #[test]
    fn more_in_flight_towards_the_end_is_no_leak() {
        let in_flight = |s: f64| (4.0 + s / 100.0) * (s / 3.0).sin().max(0.0);
        let trend = Trend::of(&samples(|s| 40.0 + in_flight(s)));
        assert!(trend.slope.abs() < 0.05, "{trend:?}");
    }

    #[test]
    fn a_leak_of_four_bytes_a_call_fails_long_before_the_bar_on_memory() {
        let leak = 4.0 * 1_900.0 / f64::from(1 << 20);
        let trend = Trend::of(&samples(|s| 30.0 + leak * s + (s / 7.0).sin()));
        assert!(trend.most < BAR_MIB, "{trend:?}");
        assert!((trend.slope - leak * 60.0).abs() < 0.05, "{trend:?}");
        assert!(!trend.holds());
    }

    #[test]
    fn one_sample_too_large_fails_and_nothing_sampled_does_not_pass() {
        let once = samples(|s| if s == 10.0 { BAR_MIB + 1.0 } else { 30.0 });
        assert!(!Trend::of(&once).holds());
        assert!(!Trend::of(&[]).holds());
    }
}
