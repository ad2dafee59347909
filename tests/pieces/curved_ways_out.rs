//! Contacts of cylinders, cones and ellipsoids beside bodies of several pieces, and of compounds with such parts, against what the
//! other queries say.

use interframe::{Curved, Pose, SharedBody};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies::block;
use crate::common::{count, for_each};
use crate::ways_out::{Thing, brought_together, judge_scene, level, polytope};

/// A cylinder, cone or ellipsoid of at most `size`, rounded or not.
fn curved_visitor(random: &mut SplitMix64, size: f64) -> Thing {
    let [a, b, c] = [0; 3].map(|_| random.between(0.1, 0.5) * size);
    let thin = *random.pick(&[1.0, 1.0, 0.05]);
    let body = match random.below(3) {
        0 => Curved::cylinder(thin * a, b),
        1 => Curved::cone(thin * a, b),
        _ => Curved::ellipsoid([thin * a, b, c]),
    };
    let radius = *random.pick(&[0.0, 0.0, 0.1]) * size;
    let body = body.and_then(|body| body.rounded(radius)).expect("a body");
    Thing {
        body: body.into(),
        triangles: Vec::new(),
        reach: size,
        is_one_sided: false,
        is_concave: false,
        is_room: false,
        flat: None,
    }
}

/// Also a block beside a drum.
fn curved_level(random: &mut SplitMix64, size: f64) -> Thing {
    if random.below(6) > 0 {
        return level(random, size);
    }
    let at = |x: f64| Pose::from_translation(Vector3::new(x * size, 0.0, 0.0)).expect("finite");
    let drum = Curved::cylinder(0.5 * size, size).expect("a drum");
    let parts = [
        (polytope(&block(Vector3::repeat(0.5 * size))), at(-0.5)),
        (drum.into(), at(1.0)),
    ];
    Thing {
        body: SharedBody::compound(&parts).expect("convex parts"),
        triangles: Vec::new(),
        reach: 3.0 * size,
        is_one_sided: false,
        is_concave: true,
        is_room: false,
        flat: None,
    }
}

#[test]
fn curved_bodies_have_ways_out_and_gaps() {
    let run = for_each(count(1_000, 100_000), |index, tally| {
        let random = &mut case_generator(2162, index);
        let mut scene = brought_together(random, curved_level, curved_visitor);
        scene.off = 1e-7 * scene.size;
        judge_scene(random, &scene, index, tally);
    });
    println!(
        "{} overlaps, {} parted, {} left, {} by the shortest way; {} gaps",
        run.hits, run.by_state, run.refused, run.deep, run.separated
    );
    run.none_wrong();
    assert!(run.hits > run.cases / 3 && run.separated > run.cases / 6);
    assert!(run.deep > run.hits / 2, "{} of {}", run.deep, run.hits);
    assert!(
        run.refused < run.hits / 20,
        "{} of {}",
        run.refused,
        run.hits
    );
}
