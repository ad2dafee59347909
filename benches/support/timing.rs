//! Paired timing for noisy machines: contenders take turns, round by round, and each figure is a
//! median over the rounds; ratios are medians of the ratios within a round.
//!
//! Times are the thread's own processor time where the system tells it: wall time doubles whenever
//! another process gets a turn, which happens in every pass that is longer than a few milliseconds.

use std::time::Instant;

use super::contenders::Contender;

/// What one workload showed.
pub struct Figures {
    /// Column titles, one a contender.
    pub names: Vec<String>,
    /// Median ns a query, one a contender.
    pub ns: Vec<f64>,
    /// Median over the rounds of this contender's time over the first's.
    pub ratio: Vec<f64>,
    /// Queries on which a contender disagrees with the first.
    pub disagreements: Vec<usize>,
    /// Share of the queries that the first calls hits.
    pub hits: f64,
}

/// How long to look: `rounds` interleaved rounds, in which each contender works for about
/// `slice_s` seconds or once through the workload. Once `budget_s` is spent, 11 rounds suffice.
///
/// Many short rounds beat few long ones: what else the machine does then slows the contenders of
/// one round alike.
#[derive(Clone, Copy)]
pub struct Effort {
    pub rounds: usize,
    pub slice_s: f64,
    pub budget_s: f64,
}

/// Times `contenders` on `queries` queries.
pub fn compare(
    contenders: &mut [Box<dyn Contender + '_>],
    queries: usize,
    effort: Effort,
) -> Figures {
    let mut verdicts = vec![vec![false; queries]; contenders.len()];
    let mut repeats = Vec::new();
    for (contender, verdicts) in contenders.iter_mut().zip(&mut verdicts) {
        contender.answer(verdicts);
        let start = seconds();
        contender.answer(verdicts);
        repeats.push(((effort.slice_s / (seconds() - start)) as u32).clamp(1, 10_000));
    }
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); contenders.len()];
    let begin = Instant::now();
    for round in 0..effort.rounds {
        if round >= 11 && begin.elapsed().as_secs_f64() > effort.budget_s {
            break;
        }
        for turn in 0..contenders.len() {
            // Every other round backwards, so that no contender always follows the same one.
            let c = if round % 2 == 0 {
                turn
            } else {
                contenders.len() - 1 - turn
            };
            // Into the caches with it; a long pass gets there by itself.
            if repeats[c] > 1 {
                contenders[c].answer(&mut verdicts[c]);
            }
            let start = seconds();
            for _ in 0..repeats[c] {
                contenders[c].answer(std::hint::black_box(&mut verdicts[c]));
            }
            let spent = seconds() - start;
            times[c].push(1e9 * spent / (f64::from(repeats[c]) * queries as f64));
        }
    }
    let against_first = |c: usize| {
        let ratios = times[c].iter().zip(&times[0]).map(|(t, first)| t / first);
        median(ratios.collect())
    };
    Figures {
        names: contenders.iter().map(|c| c.name().to_string()).collect(),
        ns: times.iter().map(|t| median(t.clone())).collect(),
        ratio: (0..contenders.len()).map(against_first).collect(),
        disagreements: verdicts
            .iter()
            .map(|v| differences(v, &verdicts[0]))
            .collect(),
        hits: verdicts[0].iter().filter(|hit| **hit).count() as f64 / queries as f64,
    }
}

/// Processor time of this thread.
#[cfg(unix)]
pub fn seconds() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.tv_sec as f64 + 1e-9 * now.tv_nsec as f64
}

/// Wall time since the first call.
#[cfg(not(unix))]
pub fn seconds() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn differences(a: &[bool], b: &[bool]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

/// The middle value (the upper of the two for an even count).
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
