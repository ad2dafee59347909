//! A batch as `benches/batch.py` asks it, in Rust: reads the poses and pairs from a file, and prints the seconds of each run and
//! what the answers sum up to.

use std::error::Error;
use std::time::Instant;

use interframe::nalgebra::{Quaternion, Vector3};
use interframe::{
    Batch, DistanceOptions, Motion, PairState, Pose, Serial, SharedBody, TimeOfImpactOptions,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (query, path) = (
        arguments.next().ok_or("QUERY")?,
        arguments.next().ok_or("FILE")?,
    );
    let runs: usize = arguments.next().ok_or("RUNS")?.parse()?;
    let bytes = std::fs::read(path)?;
    let (words, _) = bytes.as_chunks::<8>();
    let (bodies, pairs) = (
        u64::from_le_bytes(words[0]) as usize,
        u64::from_le_bytes(words[1]) as usize,
    );
    let numbers: Vec<f64> = words[2..2 + 10 * bodies]
        .iter()
        .map(|word| f64::from_le_bytes(*word))
        .collect();
    let pairs: Vec<[u32; 2]> = words[2 + 10 * bodies..][..pairs]
        .iter()
        .map(|word| [0, 4].map(|k: usize| u32::from_le_bytes(std::array::from_fn(|j| word[k + j]))))
        .collect();
    let (rows, _) = numbers.as_chunks::<10>();
    let pose = |row: &[f64; 10]| {
        let q = Quaternion::new(row[6], row[3], row[4], row[5]);
        Pose::new(Vector3::new(row[0], row[1], row[2]), q)
    };
    let poses: Vec<Pose> = rows.iter().map(pose).collect::<Result<_, _>>()?;
    let motion = |(pose, row): (&Pose, &[f64; 10])| {
        Motion::translation(
            *pose,
            pose.translation() + Vector3::new(row[7], row[8], row[9]),
        )
    };
    let motions: Vec<Motion> = poses
        .iter()
        .zip(rows)
        .map(motion)
        .collect::<Result<_, _>>()?;
    let shape = SharedBody::cuboid([0.5, 0.25, 1.0])?;
    let shapes = vec![shape.get(); bodies];
    for _ in 0..runs {
        let from = Instant::now();
        let mut states = vec![PairState::default(); pairs.len()];
        let sum: f64 = match query.as_str() {
            "distance" => {
                let batch = Batch {
                    bodies: &shapes,
                    places: &poses,
                    pairs: &pairs,
                };
                let found = batch.distance(&DistanceOptions::default(), &mut states, &Serial)?;
                println!("{:.6}", from.elapsed().as_secs_f64());
                found.iter().map(|answer| answer.separation).sum()
            }
            _ => {
                let batch = Batch {
                    bodies: &shapes,
                    places: &motions,
                    pairs: &pairs,
                };
                let found =
                    batch.time_of_impact(&TimeOfImpactOptions::default(), &mut states, &Serial)?;
                println!("{:.6}", from.elapsed().as_secs_f64());
                found.iter().map(|answer| answer.t_hi).sum()
            }
        };
        println!("{sum:?}");
    }
    Ok(())
}
