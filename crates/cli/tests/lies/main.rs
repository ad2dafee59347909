//! Constructed lies: plausible certificates that are false by construction, each kind made of true lines that both
//! checkers accept. `INTERFRAME_LONG=1` makes 100,000 of them, as many random changes of true lines, and
//! has 20,000 lines read by both checkers.

mod approaches;
mod chains;
mod claims;
#[path = "../common/mod.rs"]
mod common;
mod contacts;
mod curved;
mod distances;
mod exits;
mod fixed;
mod intervals;
mod kinds;
mod once;
mod plainly;
mod texts;
mod worlds;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::{has_python, interframe, python, root, run, stdout};
use interframe::certificate::ProofFile;
use kinds::Kind;
use serde_json::{Value, json};
use twin::random::{SplitMix64, case_generator};
use worlds::{Asked, Truth};

/// A second is more than any line may take.
const SLOW: Duration = Duration::from_secs(1);

fn count(short: usize, long: usize) -> usize {
    if std::env::var_os("INTERFRAME_LONG").is_some() {
        long
    } else {
        short
    }
}

fn kinds() -> Vec<&'static Kind> {
    let groups = [
        chains::KINDS,
        approaches::KINDS,
        claims::KINDS,
        contacts::KINDS,
        intervals::KINDS,
        exits::KINDS,
        distances::KINDS,
        curved::KINDS,
        fixed::KINDS,
        texts::KINDS,
    ];
    groups.into_iter().flatten().collect()
}

fn temporary(text: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(format!("interframe-lies-{process}-{count}"));
    std::fs::write(&path, text).expect("a temporary file");
    path
}

/// True lines by world: made here, or by the program when it was asked.
fn truths() -> &'static BTreeMap<&'static str, Vec<Truth>> {
    static TRUTHS: OnceLock<BTreeMap<&'static str, Vec<Truth>>> = OnceLock::new();
    TRUTHS.get_or_init(|| {
        let n = count(60, 1_500) as u64;
        let mut all: Vec<Truth> = Vec::new();
        let made: [fn(&mut SplitMix64) -> Truth; 12] = [
            worlds::last_place,
            worlds::carousel,
            worlds::balls,
            worlds::near,
            worlds::abreast,
            distances::corners,
            distances::in_part,
            distances::beside,
            distances::upright,
            curved::apart,
            curved::met,
            approaches::as_near,
        ];
        let asked: [fn(&mut SplitMix64) -> Asked; 15] = [
            worlds::posed,
            worlds::posed_any,
            worlds::fall,
            worlds::meeting,
            worlds::spinning,
            worlds::blades,
            worlds::leaving,
            worlds::whirling,
            worlds::held,
            worlds::lists,
            curved::any,
            approaches::passing,
            approaches::through,
            approaches::spinning,
            claims::swept,
        ];
        for i in 0..n {
            let rng = &mut case_generator(201, i);
            all.extend(made.map(|make| make(rng)));
        }
        let mut questions: Vec<Asked> = Vec::new();
        for i in 0..n {
            let rng = &mut case_generator(202, i);
            // Of falls there are three kinds.
            questions.extend(asked.iter().map(|ask| ask(rng)));
            questions.extend([worlds::fall(rng), worlds::fall(rng)]);
        }
        let text: String = questions
            .iter_mut()
            .enumerate()
            .map(|(i, question)| {
                question.case["id"] = json!(i.to_string());
                format!("{}\n", question.case)
            })
            .collect();
        let path = temporary(&text);
        let output = interframe()
            .args(["query", "--json", "--certificate"])
            .arg(&path)
            .output();
        std::fs::remove_file(&path).expect("the file is there");
        let answers = stdout(&output.expect("the program runs"));
        for answer in answers.lines() {
            let line: Value = serde_json::from_str(answer).expect("JSON");
            assert!(!line["error"].is_string(), "{line}");
            if line["proof"].is_null() {
                continue;
            }
            let id = line["id"].as_str().and_then(|id| id.parse::<usize>().ok());
            let question = &questions[id.expect("an id")];
            all.push(Truth {
                world: question.world,
                line,
                time: question.time,
                other: question.other.clone(),
            });
        }
        let mut found: BTreeMap<&'static str, Vec<Truth>> = BTreeMap::new();
        for truth in all {
            found.entry(truth.world).or_default().push(truth);
        }
        found
    })
}

/// Processor time of this thread.
#[cfg(unix)]
fn now() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Wall time since the first call.
#[cfg(not(unix))]
fn now() -> Duration {
    static START: OnceLock<std::time::Instant> = OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// The verdict of the library's checker on one line: the reason of a refusal.
fn judge(line: &str, slowest: &mut (Duration, String)) -> Result<(), String> {
    let start = now();
    let found = ProofFile::default().line(line);
    let took = now().saturating_sub(start);
    if took > slowest.0 {
        *slowest = (took, line.chars().take(20_000).collect());
    }
    match found {
        Err(failure) => Err(failure.to_string()),
        Ok(line) => match line.proof {
            None => Err("it has no proof".into()),
            Some(proof) => proof.map(drop).map_err(|failure| failure.to_string()),
        },
    }
}

/// Lie `index` of an endless list, in turn of every kind.
fn lie(kinds: &[&'static Kind], index: usize) -> Option<(&'static Kind, String)> {
    let kind = kinds[index % kinds.len()];
    let rng = &mut case_generator(203, index as u64);
    let truths = truths();
    let fitting: Vec<&Vec<Truth>> = match kind.worlds {
        [] => truths.values().collect(),
        named => named.iter().filter_map(|world| truths.get(world)).collect(),
    };
    for _ in 0..200 {
        let world = *rng.pick(&fitting);
        let truth = &world[rng.below(world.len())];
        if let Some(line) = kind.make(truth, rng) {
            return Some((kind, line));
        }
    }
    None
}

/// A changed text: what it says is not known, only how it must be answered.
fn changed(text: &str, rng: &mut SplitMix64) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(bytes.len());
        match rng.below(6) {
            0 => bytes[at] = *rng.pick(b"0123456789-+.eE,[]{}:\"n \\u"),
            1 => bytes.insert(at, *rng.pick(b"0123456789-.e,[]{}:\"")),
            2 => drop(bytes.remove(at)),
            // A digit for a digit, so that most are still numbers.
            3 | 4 => {
                let digits: Vec<usize> = (0..bytes.len())
                    .filter(|&i| bytes[i].is_ascii_digit())
                    .collect();
                bytes[*rng.pick(&digits)] = *rng.pick(b"0123456789");
            }
            _ => {
                let length = rng.below(60).min(bytes.len() - at);
                let copy = bytes[at..at + length].to_vec();
                let to = rng.below(bytes.len());
                bytes.splice(to..to, copy);
            }
        }
    }
    String::from_utf8_lossy(&bytes).replace(['\n', '\r'], " ")
}

/// Free for a shorter time than is proved.
fn weaker(truth: &Truth, rng: &mut SplitMix64) -> String {
    let mut line = truth.line.clone();
    if let Some(t_lo) = line["t_lo"].as_f64() {
        line["t_lo"] = json!(t_lo * rng.unit());
    }
    line.to_string()
}

fn any_truth(rng: &mut SplitMix64) -> &'static Truth {
    let worlds: Vec<&Vec<Truth>> = truths().values().collect();
    let world: &Vec<Truth> = worlds[rng.below(worlds.len())];
    &world[rng.below(world.len())]
}

#[test]
fn the_truth_is_accepted() {
    let mut slowest = <(Duration, String)>::default();
    for (world, truths) in truths() {
        for truth in truths {
            let found = judge(&truth.line.to_string(), &mut slowest);
            assert!(found.is_ok(), "{world}: {found:?}: {}", truth.line);
        }
        println!("{world}: {} true lines", truths.len());
    }
    assert_eq!(truths().len(), 37);
    assert!(slowest.0 < SLOW, "{slowest:?}");
}

/// A turn of an end pose has no least size: the program proves each answer, and both checkers accept it.
#[test]
fn the_smallest_turns_are_proved() {
    let asked = claims::tiny_turns();
    let text: String = asked
        .iter()
        .enumerate()
        .fold(String::new(), |text, (i, case)| {
            let mut case = case.clone();
            case["id"] = json!(i.to_string());
            text + &format!("{case}\n")
        });
    let said = stdout(&run(&["query", "--json", "--certificate", "-"], &text));
    let lines: Vec<String> = said.lines().map(str::to_owned).collect();
    let lines = &lines[..asked.len()];
    let mut slowest = <(Duration, String)>::default();
    let mut proved = 0;
    for line in lines {
        match judge(line, &mut slowest) {
            Err(reason) if reason == "it has no proof" => {
                // Only an undecided sweep has none.
                let answer: Value = serde_json::from_str(line).expect("JSON");
                assert_eq!(answer["verdict"], "undecided", "{line}");
            }
            found => {
                assert!(found.is_ok(), "{found:?}: {line}");
                proved += 1;
            }
        }
    }
    println!("{proved} proofs of {} answers", asked.len());
    assert!(proved >= asked.len() - 40, "{proved}");
    if has_python() {
        let refused = refused_by_python(lines, false);
        assert!(
            refused.is_empty(),
            "{}",
            lines[refused.first().unwrap_or(&1) - 1]
        );
    }
}

#[test]
fn no_lie_is_accepted() {
    let kinds = kinds();
    let mut made: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut slowest, mut accepted) = (<(Duration, String)>::default(), Vec::new());
    let mut text = String::new();
    for index in 0..count(3_000, 100_000) {
        let Some((kind, line)) = lie(&kinds, index) else {
            continue;
        };
        *made.entry(kind.name).or_default() += 1;
        if judge(&line, &mut slowest).is_ok() {
            accepted.push(format!("{}: {line}", kind.name));
        }
        if index < 3_000 && !line.contains('\n') {
            text += &(line + "\n");
        }
    }
    for kind in &kinds {
        let n = made.get(kind.name).copied().unwrap_or(0);
        assert!(n > 0, "no lie of the kind: {}", kind.name);
    }
    println!(
        "{} lies of {} kinds; the slowest took {:?}",
        made.values().sum::<usize>(),
        kinds.len(),
        slowest.0
    );
    assert!(
        accepted.is_empty(),
        "{} accepted: {}",
        accepted.len(),
        accepted[0]
    );
    assert!(slowest.0 < SLOW, "{slowest:?}");
    // The program says the same.
    let output = run(&["verify", "-"], &text);
    let said = stdout(&output);
    assert!(
        said.contains(": 0 proofs verified"),
        "{}",
        said.lines().last().unwrap_or_default()
    );
}

#[test]
fn changed_texts_are_answered_at_once() {
    let mut slowest = <(Duration, String)>::default();
    let mut accepted = 0;
    let n = count(3_000, 100_000);
    for index in 0..n {
        let rng = &mut case_generator(204, index as u64);
        let text = changed(&any_truth(rng).line.to_string(), rng);
        accepted += u32::from(judge(&text, &mut slowest).is_ok());
    }
    println!(
        "{n} changed texts, {accepted} of them still proved; the slowest took {:?}",
        slowest.0
    );
    assert!(slowest.0 < SLOW, "{slowest:?}");
}

/// The lines (from 1) that the second checker refuses.
fn refused_by_python(lines: &[String], optimised: bool) -> BTreeSet<usize> {
    let path = temporary(&(lines.join("\n") + "\n"));
    let mut python = Command::new(python().expect("it is here"));
    if optimised {
        python.arg("-O");
    }
    let output = python
        .arg(root("examples/verify.py"))
        .arg(&path)
        .output()
        .expect("python3 runs");
    std::fs::remove_file(&path).expect("the file is there");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.is_empty(), "{errors}");
    let place = format!("{}:", path.display());
    let said = String::from_utf8_lossy(&output.stdout);
    let numbers = said
        .lines()
        .filter(|line| line.starts_with("rejected") || line.starts_with("bad"));
    numbers
        .filter_map(|line| {
            let rest = &line[line.find(&place)? + place.len()..];
            rest[..rest.find([':', ' '])?].parse().ok()
        })
        .collect()
}

/// Also where Python leaves assertions out.
#[test]
fn what_once_misled_a_checker_or_left_a_reader_to_guess() {
    let lines = [once::lines(), plainly::lines()].concat();
    let mut slowest = <(Duration, String)>::default();
    for (name, line, is_true) in &lines {
        let found = judge(line, &mut slowest);
        assert_eq!(found.is_ok(), *is_true, "{name}: {found:?}");
    }
    assert!(slowest.0 < SLOW, "{slowest:?}");
    if !has_python() {
        return;
    }
    let texts: Vec<String> = lines.iter().map(|(_, line, _)| line.clone()).collect();
    for optimised in [false, true] {
        let refused = refused_by_python(&texts, optimised);
        for (i, (name, _, is_true)) in lines.iter().enumerate() {
            assert_eq!(!refused.contains(&(i + 1)), *is_true, "{name}");
        }
    }
}

#[test]
fn both_checkers_say_the_same() {
    if !has_python() {
        return;
    }
    let kinds = kinds();
    let (total, batches) = (count(1_000, 20_000), count(500, 2_000));
    let (mut lines, mut names) = (Vec::new(), Vec::new());
    // Half of them lies, the rest true or changed. What has no proof is nothing that they judge.
    for index in 0.. {
        let rng = &mut case_generator(205, index as u64);
        let (name, line) = match index % 4 {
            0 | 1 => match lie(&kinds, index / 4 * 2 + index % 4) {
                Some((kind, line)) => (kind.name, line),
                None => continue,
            },
            2 if index % 8 < 4 => ("true", any_truth(rng).line.to_string()),
            2 => ("less than the truth", weaker(any_truth(rng), rng)),
            _ => ("changed", changed(&any_truth(rng).line.to_string(), rng)),
        };
        if !line.contains('\n') && !line.trim().is_empty() {
            lines.push(line);
            names.push(name);
        }
        if lines.len() == total {
            break;
        }
    }
    let (mut differ, mut refused) = (Vec::new(), 0);
    let mut slowest = <(Duration, String)>::default();
    for (batch, lines) in lines.chunks(batches).enumerate() {
        let python = refused_by_python(lines, batch % 2 == 1);
        refused += python.len();
        for (i, line) in lines.iter().enumerate() {
            let rust = match judge(line, &mut slowest) {
                Err(reason) if reason == "it has no proof" => Ok(()),
                other => other,
            };
            if rust.is_err() != python.contains(&(i + 1)) {
                differ.push(format!("{}: {rust:?}: {line}", names[batches * batch + i]));
            }
        }
    }
    println!(
        "{} lines, {refused} refused by both, {} otherwise",
        lines.len(),
        differ.len()
    );
    assert!(
        differ.is_empty(),
        "{} differ: {}",
        differ.len(),
        differ[..differ.len().min(5)].join("\n")
    );
}
