//! The simulations beside closed forms, energies and the C example. `cargo test --release`

use std::path::{Path, PathBuf};
use std::process::Command;

use simulations::bounces::{SPRING, hundred, largest_difference};
use simulations::closed_forms::{ball_events, landings};
use simulations::drive::{Options, Outcome, simulate};
use simulations::scenes::{self, Builder};

fn run(scene: &Builder, options: &Options) -> Outcome {
    simulate(
        &scene.system,
        scene.world.clone(),
        &scene.start,
        options,
        &mut |_| {},
    )
    .expect("a simulation")
}

fn finely(most_events: usize) -> Options {
    Options {
        rtol: 1e-10,
        t_end: 1e3,
        most_events,
        ..Options::default()
    }
}

/// No beginning is one that `time_of_impact` does not see between the states beside it.
fn all_seen(found: &Outcome) {
    for event in found.events.iter().filter(|event| event.begins) {
        assert!(
            event.impact.is_some_and(|t| (0.3..0.7).contains(&t)),
            "{event:?}"
        );
    }
}

#[test]
fn the_ball_bounces_when_it_should() {
    let scene = scenes::ball(SPRING).expect("a scene");
    let found = run(&scene, &finely(10));
    all_seen(&found);
    let known = ball_events(&found);
    assert_eq!(known.len(), 10);
    assert!(largest_difference(&known) <= 1e-8, "{known:?}");
}

#[test]
fn the_box_lands_when_it_should() {
    let scene = scenes::turning_box(SPRING).expect("a scene");
    let found = run(&scene, &finely(40));
    all_seen(&found);
    let known = landings(&scene.start, &found);
    assert!(known.len() >= 20);
    assert!(largest_difference(&known) <= 1e-8, "{known:?}");
}

#[test]
fn energy_lasts_and_does_so_better_at_smaller_tolerances() {
    for scene in [scenes::ball(SPRING), scenes::turning_box(SPRING)] {
        let scene = scene.expect("a scene");
        let drift = |rtol: f64| run(&scene, &hundred(rtol)).drift;
        let [coarse, fine] = [drift(1e-5), drift(1e-10)];
        assert!(fine <= 1e-6, "{fine}");
        assert!((coarse / fine).powf(0.2) >= 5.0, "{coarse} {fine}");
    }
}

#[test]
fn the_pendulum_strikes_at_a_constant_rate() {
    let (world, system, start) = scenes::pendulum().expect("a scene");
    let options = Options {
        rtol: 1e-10,
        t_end: 10.0,
        slots: 1,
        ..Options::default()
    };
    let found = simulate(&system, world, &start, &options, &mut |_| {}).expect("a simulation");
    all_seen(&found);
    let times: Vec<f64> = found
        .events
        .iter()
        .filter(|event| event.begins)
        .map(|event| event.t)
        .collect();
    assert_eq!(times.len(), 10);
    let period = times[1] - times[0];
    // From rest it takes half a period to the wall.
    for (k, t) in times.iter().enumerate() {
        assert!((t - period * (k as f64 + 0.5)).abs() < 1e-7, "{times:?}");
    }
}

#[test]
fn recordings_are_whole() {
    let scene = scenes::ball(SPRING).expect("a scene");
    let options = Options::default();
    let found = run(&scene, &options);
    let path = std::env::temp_dir().join("interframe-simulations-ball.jsonl");
    simulations::record::write(
        &path,
        "ball",
        options.frame_s,
        &scene.world,
        &scene.names,
        &found,
    )
    .expect("a file");
    let text = std::fs::read_to_string(&path).expect("the file");
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(
        (lines[0]["version"].as_u64(), lines[0]["bodies"].as_u64()),
        (Some(1), Some(2))
    );
    assert_eq!(lines[0]["mode"], "simulation");
    for line in &lines[3..lines.len() - 1] {
        let events = line["events"].as_array().expect("events");
        for (event, group) in events.iter().zip(0..) {
            assert_eq!(
                event["order_group"], group,
                "a bounce is no event at one time"
            );
            assert_eq!(event["t_lo"], event["t_hi"]);
        }
    }
    let frames = lines.len() - 4;
    assert_eq!(frames, 180 - usize::from(found.frames.len() < 180));
    let last = &lines[lines.len() - 1];
    assert_eq!(
        (
            last["end"].as_bool(),
            last["frames"].as_u64(),
            last["events"].as_u64()
        ),
        (Some(true), Some(frames as u64), Some(6))
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The C example by both solvers; left out, with a message, where SUNDIALS is missing.
#[test]
fn the_c_example_bounces_at_the_same_times() {
    if !Path::new("/usr/include/cvode/cvode.h").exists() {
        eprintln!("skipped: SUNDIALS is not here (examples/simulations/install.sh)");
        return;
    }
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "-p", "interframe-capi"])
        .current_dir(root())
        .status();
    assert!(built.expect("cargo").success());
    let program = std::env::temp_dir().join("interframe-bouncing-ball");
    let libraries = [
        "sundials_cvode",
        "sundials_ida",
        "sundials_nvecserial",
        "sundials_sunnonlinsolfixedpoint",
        "sundials_sunmatrixdense",
        "sundials_sunlinsoldense",
        "pthread",
        "dl",
        "m",
    ];
    let compiled = Command::new("cc")
        .args([
            "-std=c11",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-Iinclude",
            "examples/c/bouncing_ball.c",
            "target/release/libinterframe.a",
            "-o",
        ])
        .arg(&program)
        .args(libraries.map(|library| format!("-l{library}")))
        .current_dir(root())
        .status();
    assert!(compiled.expect("a C compiler").success());
    let ours = run(
        &scenes::ball(SPRING).expect("a scene"),
        &Options {
            rtol: 1e-12,
            ..finely(10)
        },
    );
    for solver in ["cvode", "ida"] {
        let output = Command::new(&program)
            .arg(solver)
            .output()
            .expect("the example");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = String::from_utf8(output.stdout).expect("text");
        let times: Vec<f64> = text
            .lines()
            .filter_map(|line| line.split(' ').nth(1)?.parse().ok())
            .collect();
        assert_eq!(times.len(), 10, "{text}");
        for (theirs, event) in times.iter().zip(&ours.events) {
            let off = (theirs - event.t).abs() / event.t;
            println!("{solver} {theirs} {} {off:.1e}", event.t);
            assert!(off <= 1e-9, "{solver}: {theirs} {}", event.t);
        }
    }
}
