//! How far apart are upright cuboids?

use crate::body::ifr_body;
use crate::boundary::{check_pointer, coordinates, output_list};
use crate::entry::entry;
use crate::fault::Wrong;
use crate::query::*;
use interframe::{
    CuboidSeparation, CuboidSeparationOptions, SharedBody, Verdict, YawCuboid, cuboid_separation,
};

/// A cuboid that stands upright and turns about the vertical axis only: ten numbers. World axes, z upwards.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_yaw_cuboid {
    /// The corners in plan, x y each, in any order. To 1e-9 of the diagonal those of a rectangle, which may be a
    /// segment or a point; the body is their hull.
    pub corners: [[f64; 2]; 4],
    /// The heights of bottom and top; may be equal.
    pub z: [f64; 2],
}

impl ifr_yaw_cuboid {
    #[inline(always)]
    fn read(&self, name: &'static str) -> Result<YawCuboid> {
        YawCuboid::new(self.corners, self.z).map_err(|error| Wrong::Refused(error).at(name))
    }
}

// A list of them is read as one of tens of numbers.
const _: () = assert!(size_of::<ifr_yaw_cuboid>() == 80 && align_of::<ifr_yaw_cuboid>() == 8);

entry! {
    /// The cuboid as a body for every query, in world coordinates: give it the identity as its pose. On success *out is the
    /// new body, yours to destroy; on failure it is NULL. Allocates.
    ifr_yaw_cuboid_create(cuboid: *const ifr_yaw_cuboid, out: *mut *mut ifr_body) = create(out) {
        let body = required(cuboid, "cuboid")?.read("cuboid")?.polytope()?;
        Ok(ifr_body(SharedBody::new(body)))
    }
}

/// Input of ifr_cuboid_separation.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_cuboid_separation_input {
    /// Cuboid A.
    pub a: ifr_yaw_cuboid,
    /// Cuboid B.
    pub b: ifr_yaw_cuboid,
    /// Largest distance that is a hit: finite, not negative. 0: a shared point.
    pub safety_distance: f64,
}

answers! {
    /// Answer of ifr_cuboid_separation. All zero, undecided, after a failed call.
    pub struct ifr_cuboid_separation_result from answer: CuboidSeparation {
        /// Hit: the distance is at most the safety distance, and equal is a hit. Separated: it is larger. As in real
        /// arithmetic; a call that succeeds is never undecided here.
        pub verdict: ifr_verdict,
        /// IFR_REASON_NONE.
        pub reason: ifr_reason,
        /// Which arithmetic decided.
        pub decided_by: ifr_decided_by,
        /// 0: nothing is iterated.
        pub iterations: u32,
        /// The input's safety distance.
        pub safety_distance: f64,
        /// Distance of the cuboids themselves, without the safety distance: 0 exactly if they share a point.
        pub separation: f64,
        /// The true distance is within this of separation.
        pub error: f64,
        /// The distance in plan: 0 when one is above the other.
        pub horizontal: f64,
        /// The distance of the heights: 0 when they overlap.
        pub vertical: f64,
    }
}

ask! {
    /// How far apart are two upright cuboids, and is that more than a safety distance? Decided as in real
    /// arithmetic on the numbers given. Tens of nanoseconds; does not allocate, unless the distance is a positive
    /// safety distance to rounding and exact arithmetic decides. Does not use state.
    ifr_cuboid_separation(ifr_cuboid_separation_input) -> ifr_cuboid_separation_result = |given, _| {
        let (a, b) = (given.a.read("input.a")?, given.b.read("input.b")?);
        let safety_distance = given.safety_distance;
        Ok(cuboid_separation(&a, &b, &CuboidSeparationOptions { safety_distance })?)
    };
    capture ifr_cuboid_separation_to_json = |given| {
        let (a, b) = (given.a.read("input.a")?, given.b.read("input.b")?);
        let safety_distance = given.safety_distance;
        Ok(Query::cuboid_separation(&a, &b, &CuboidSeparationOptions { safety_distance }))
    };
    /// Certifies an answer of ifr_cuboid_separation; see ifr_certificate_of_intersect.
    certify ifr_certificate_of_cuboid_separation;
}

/// Input of ifr_cuboid_separations, and memory for the answers.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_cuboid_separations_input {
    /// The one cuboid.
    pub a: ifr_yaw_cuboid,
    /// The others, count of them; may be NULL when count is 0.
    pub others: *const ifr_yaw_cuboid,
    /// Yours: room for count answers; NULL when count is 0.
    pub results: *mut ifr_cuboid_separation_result,
    /// Number of others.
    pub count: size_t,
    /// Distance that counts as contact; see ifr_cuboid_separation_input.
    pub safety_distance: f64,
}

entry! {
    /// Runs ifr_cuboid_separation for one cuboid and each of many: writes the answers to the input's results, and to *hits
    /// how many are hits. When anything is wrong, every answer is zeroed. Allocates only where ifr_cuboid_separation does.
    ifr_cuboid_separations(input: *const ifr_cuboid_separations_input, hits: *mut size_t) = enter() {
        check_pointer(hits, "hits")?;
        hits.write(0);
        let input = required(input, "input")?;
        let results =
            output_list(input.results, input.count, ["input.results", "input.count"])?;
        let others = coordinates::<10>(input.others.cast(), input.count, "input.others")?;
        let a = input.a.read("input.a")?;
        let safety_distance = input.safety_distance;
        let options = CuboidSeparationOptions { safety_distance };
        let mut found = 0;
        for (index, numbers) in others.iter().enumerate() {
            let [x0, y0, x1, y1, x2, y2, x3, y3, low, high] = *numbers;
            let b = YawCuboid::new([[x0, y0], [x1, y1], [x2, y2], [x3, y3]], [low, high]);
            let answer = b
                .map_err(|error| Wrong::Entry { index, error }.at("input.others"))
                .and_then(|b| Ok(cuboid_separation(&a, &b, &options)?));
            if answer.is_err() {
                results.fill(ifr_cuboid_separation_result::default());
            }
            let answer = answer?;
            found += usize::from(answer.verdict == Verdict::Hit);
            results[index] = answer.into();
        }
        hits.write(found);
        Ok(())
    }
}
