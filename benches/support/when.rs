//! When and on what figures were taken.

/// The day and the processor, as far as the system tells them.
pub fn when_and_where() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let (year, month, day) = date(since.map_or(0, |since| since.as_secs() / 86_400) as i64);
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("unknown processor", |rest| {
        rest.trim_start_matches([' ', '\t', ':'])
    });
    format!("{year}-{month:02}-{day:02}, {model}, processor time of one thread.")
}

/// Year, month and day of a day since 1970-01-01 (Hinnant, chrono-compatible low-level date algorithms).
fn date(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + 400 * era + i64::from(month <= 2), month, day)
}
