//! From which side a triangle is met that is met from its front only: exactly, by the twin's integers.

use std::sync::atomic::{AtomicU32, Ordering};

use interframe::{
    Motion, MovingPair, PairState, Polytope, PosedPair, SharedBody, TriangleMesh,
    TriangleMeshOptions, Verdict, intersect, time_of_impact,
};
use nalgebra::Vector3;
use twin::number::{cross, dot, is_negative, is_positive, sub};
use twin::place;
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each, pose, vector};

struct Case {
    corners: [[f64; 3]; 3],
    /// Where they are.
    place: place::Pose,
    body: SharedBody,
    /// In its frame.
    center: [f64; 3],
    its_place: place::Pose,
}

impl Case {
    /// The sign of real arithmetic.
    fn side(&self) -> i32 {
        let pair = place::posed(&self.corners, &self.place, &[self.center], &self.its_place);
        let [a, b, c] = [&pair.a[0], &pair.a[1], &pair.a[2]];
        let height = dot(&cross(&sub(b, a), &sub(c, a)), &sub(&pair.b[0], a));
        i32::from(is_positive(&height)) - i32::from(is_negative(&height))
    }

    fn mesh(&self) -> SharedBody {
        let options = TriangleMeshOptions {
            one_sided: true,
            ..Default::default()
        };
        let corners = self.corners.map(|p| vector(&p));
        TriangleMesh::new(&corners, &[[0, 1, 2]], &options)
            .expect("a mesh")
            .into()
    }

    /// What is wrong, if anything is: the centre is at the triangle's middle, and goes from there through its plane.
    fn wrong(&self) -> Option<String> {
        let (mesh, side) = (self.mesh(), self.side());
        let (here, there) = (pose(&self.place), pose(&self.its_place));
        let expected = match side {
            1 => Verdict::Hit,
            _ => Verdict::Separated,
        };
        let state = &mut PairState::default();
        if self.body.radius() > 0.0 || self.body.core().is_some_and(|core| core.vertex_count() > 1)
        {
            let pair = PosedPair::new(&self.body, &there, &mesh, &here);
            let found = intersect(&pair, &Default::default(), state).expect("valid options");
            if found.verdict != expected {
                return Some(format!("at rest {:?}, on side {side}", found.verdict));
            }
        }
        let [a, b, c] = self.corners.map(|p| here.transform_point(&vector(&p)));
        let way = (b - a).cross(&(c - a)).normalize() * -3.0;
        let flight = Motion::translation(there, there.translation() + way).expect("a motion");
        let still = Motion::fixed(here);
        let pair = MovingPair::new(&mesh, &still, &self.body, &flight);
        let found = time_of_impact(&pair, &Default::default(), state).expect("valid options");
        (found.verdict != expected).then(|| format!("moving {:?}, on side {side}", found.verdict))
    }
}

fn cube(center: Vector3<f64>) -> SharedBody {
    let side = |corner: u32, bit: u32| {
        if corner >> bit & 1 == 0 {
            -0.125
        } else {
            0.125
        }
    };
    let corner = |k: u32| center + Vector3::new(side(k, 0), side(k, 1), side(k, 2));
    let corners: Vec<_> = (0..8).map(corner).collect();
    SharedBody::new(Polytope::new(&corners).expect("finite corners"))
}

fn any_place(random: &mut SplitMix64, far: f64) -> place::Pose {
    place::Pose {
        p: (Vector3::from(random.direction()) * far).into(),
        q: match random.flip() {
            true => random.quaternion(),
            false => place::Pose::IDENTITY.q,
        },
    }
}

/// A body whose centre is within rounding of a triangle's plane, above its middle; of small integers often exactly in it.
fn case(random: &mut SplitMix64) -> Case {
    let integers = random.below(3) == 0;
    let corners: [[f64; 3]; 3] = loop {
        let corners = [(); 3].map(|()| {
            let p = random.direction();
            match integers {
                true => p.map(|x| (x * 16.0).round() / 8.0),
                false => p,
            }
        });
        let [a, b, c] = corners.map(|p| vector(&p));
        if (b - a).cross(&(c - a)).norm() > 0.3 {
            break corners;
        }
    };
    let far = *random.pick(&[0.0, 1.0, 1e6]);
    let place = match integers {
        true => place::Pose::IDENTITY,
        false => any_place(random, far),
    };
    let [a, b, c] = corners.map(|p| pose(&place).transform_point(&vector(&p)));
    let up = (b - a).cross(&(c - a)).normalize();
    let height = *random.pick(&[0.0, 0.0, 1e-17, 1e-15, 1e-12]) * random.between(-1.0, 1.0);
    // Exact of small integers.
    let middle = a * 0.5 + b * 0.25 + c * 0.25 + up * height;
    let mut its_place = match integers {
        true => place::Pose::IDENTITY,
        false => any_place(random, 0.0),
    };
    let (body, center) = match random.below(3) {
        0 => (SharedBody::sphere(0.0).expect("a radius"), Vector3::zeros()),
        1 => (SharedBody::sphere(0.1).expect("a radius"), Vector3::zeros()),
        _ => {
            let body = cube(vector(&random.direction()) * *random.pick(&[0.0, 1.0]));
            let center = body.core().expect("a polytope").center();
            (body, center)
        }
    };
    its_place.p = (middle - pose(&its_place).transform_point(&center)).into();
    Case {
        corners,
        place,
        body,
        center: center.into(),
        its_place,
    }
}

#[test]
fn sides_are_those_of_exact_arithmetic() {
    let sides = [(); 3].map(|()| AtomicU32::new(0));
    let run = for_each(count(2_000, 600_000), |index, tally| {
        let case = case(&mut case_generator(2170, index));
        sides[(case.side() + 1) as usize].fetch_add(1, Ordering::Relaxed);
        tally.cases += 1;
        let found = case.wrong();
        tally.none(&format!("case {index}"), found);
    });
    run.none_wrong();
    let sides = sides.map(|count| count.load(Ordering::Relaxed));
    assert!(sides.iter().all(|&count| count > 300), "{sides:?}");
}

/// A point that f64 puts behind the plane and that is in front of it, and one that is in it.
#[test]
fn a_hair_in_front_is_in_front() {
    let point = |corners, p| Case {
        corners,
        place: place::Pose::IDENTITY,
        body: SharedBody::sphere(0.0).expect("a radius"),
        center: [0.0; 3],
        its_place: place::Pose {
            p,
            ..place::Pose::IDENTITY
        },
    };
    let front = point(
        [
            [-0.5576910509351642, -0.778787299204905, -0.7598178524578583],
            [0.8762617356377767, 0.9523866486929453, -0.2551442071256025],
            [
                0.4821124080338186,
                -0.06498143633373865,
                0.04402701855718694,
            ],
        ],
        [0.3740600548362332, 0.24299041759823012, -0.3485213335404681],
    );
    assert_eq!((front.side(), front.wrong()), (1, None));
    let within = point(
        [
            [0.598377077355605, -0.75, 0.375],
            [0.6473258687340757, 0.9059771186830252, 1.0],
            [-0.75, 0.75, -0.375],
        ],
        [0.6228514730448403, 0.07798855934151261, 0.6875],
    );
    assert_eq!((within.side(), within.wrong()), (0, None));
}
