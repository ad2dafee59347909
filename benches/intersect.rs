//! Criterion's view of `intersect` beside parry: whole workloads, thousands of queries each, so
//! divide by the element throughput it prints. On a noisy machine `peers` says more: there the
//! libraries take turns.

mod support;

use criterion::{Criterion, Throughput};
use parry3d_f64::query::intersection_test;
use support::bodies;
use support::contenders::{Contender, Parry, Prebuilt, parry_body, parry_pose};
use support::workloads::{self, Size};

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(200))
        .measurement_time(std::time::Duration::from_millis(500))
        .configure_from_args();
    for body in bodies::all() {
        let (a, b) = (parry_body(&body), parry_body(&body));
        let all = workloads::all(&body, Size::Quick, &mut |x, y| {
            intersection_test(&parry_pose(x), &a, &parry_pose(y), &b)
                .is_ok_and(|answer| answer.intersecting)
        });
        for work in all.iter().filter(|work| work.queries() > 0) {
            let mut group = criterion.benchmark_group(format!("{}/{}", work.name, body.name));
            group.throughput(Throughput::Elements(work.queries() as u64));
            let contenders: [Box<dyn Contender>; 2] = [
                Box::new(Prebuilt::new(&body, work)),
                Box::new(Parry::new(&body, work)),
            ];
            for mut contender in contenders {
                let mut verdicts = vec![false; work.queries()];
                let name = contender.name().to_string();
                group.bench_function(name, |bencher| {
                    bencher.iter(|| contender.answer(std::hint::black_box(&mut verdicts)));
                });
            }
            group.finish();
        }
    }
    criterion.final_summary();
}
