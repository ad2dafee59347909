//! The same bits everywhere: for each query one number for all its answers and pair states over a fixed
//! corpus of ordinary sizes.
//!
//! Run on every target, profile and SIMD width; INTERFRAME_GOLDEN=print shows the table. A change of
//! the solver may change a number, and then this file says so.

#[path = "../common/mod.rs"]
mod common;

mod at_rest;
mod kinds;
mod motions;
mod records;

use at_rest::{
    all_contacts, bodies, by_method, containments, cuboids, depths, differences, directed,
    distances, manifolds, planar, planar_differences, planar_sums, portals, sets, sums,
    within_half,
};
use common::words::Hash;
use interframe::*;
use kinds::{
    curved_at_rest, curved_moving, pieces_at_rest, pieces_moving, round_at_rest, round_moving,
};
use motions::{approaches, boxes, by_sweep, deforming, exits, intervals, motions, times};
use records::{certificates, motion_certificates, worlds};

/// The numbers of the current solver.
const GOLDEN: &[(&str, u64)] = &[
    ("polytope", 0x9133_ce30_0f2d_cddd),
    ("motion", 0x2153_a82c_5aff_bd04),
    ("intersect", 0xf37a_0831_1c61_a26c),
    ("intersect ray_simplex", 0x731d_ba83_6ec3_b72d),
    ("intersect interior_point", 0x463b_992c_e30e_3b47),
    ("intersect tableau", 0x2df2_2418_6ef5_d658),
    ("intersect gjk", 0x9587_dcbd_8d17_b97c),
    ("intersect mpr", 0x64cd_7f29_cd2c_a912),
    ("interframe certified", 0xff0f_e806_5a3a_594c),
    ("interframe full", 0xad91_5c47_7902_6989),
    ("interframe face_grouped", 0xc8de_5306_e375_ee2e),
    ("interframe silhouette", 0x2879_ab40_9b9c_b0e2),
    ("interframe_vertices", 0xbdab_8c34_8e58_4d3c),
    ("distance", 0x0291_60e5_d1ab_12d4),
    ("within", 0x58ec_15ff_5ee5_e3f9),
    ("penetration", 0xcfdd_6d0b_4a5e_86d8),
    ("penetration_along", 0x4247_2b9d_673c_1b63),
    ("contains", 0x49bd_fb58_0275_8d89),
    ("contact_manifold", 0x08b1_ae6c_d6a6_f67d),
    ("contact_points", 0x3912_b9a2_61d6_e454),
    ("minkowski_difference", 0xe2ed_5cb7_0c2c_1ca7),
    ("mpr", 0x9d35_6533_a9da_fd8e),
    ("time_of_impact linear", 0xc902_d43f_240c_d6aa),
    ("time_of_impact turning", 0xafbe_a195_10cf_f179),
    ("contact_intervals", 0x0aaf_f06a_2f5c_a026),
    ("closest_approach", 0x6a75_2532_81de_0ad0),
    ("time_of_exit", 0x235c_bda5_3092_4405),
    ("point sets 2", 0x8dbd_6c85_0912_d019),
    ("point sets 3", 0x9192_3763_9c70_d4e1),
    ("point sets 5", 0x5e18_de36_90aa_cd89),
    ("distance_2d", 0x9c54_3561_5c45_b38d),
    ("minkowski_difference_2d", 0x6875_36c8_6ade_daf4),
    ("minkowski_sum", 0x0f2d_c228_09d9_b3ef),
    ("minkowski_sum_2d", 0x5051_8c27_a5e9_ba8f),
    ("extended_boxes_meet", 0xe99e_7dc7_4f3e_6d45),
    ("cuboid_separation", 0x7c88_c06b_026a_bba0),
    ("round bodies at rest", 0x1aae_876c_5d76_4930),
    ("round bodies that move", 0x1b4f_82ea_47ac_eefc),
    ("curved bodies at rest", 0xd1bc_fe3a_c717_f980),
    ("curved bodies that move", 0x5efc_0eff_424b_b72e),
    ("bodies of pieces at rest", 0xe914_3278_f378_8e6d),
    ("bodies of pieces that move", 0x167e_4b55_3424_1d46),
    ("worlds", 0x3cf0_4058_e32d_cef4),
    ("certificates of poses and hulls", 0xe518_423d_990b_ad68),
    ("certificates of times", 0xe5bf_df07_ed6a_f419),
    ("lines that ask again", 0xe2d3_6096_f679_49e6),
];

/// Queries with a number of their own, and what hashes their answers.
type Group = (&'static str, fn(&mut Hash));

const GROUPS: &[Group] = &[
    ("polytope", bodies),
    ("motion", motions),
    ("intersect", |h| by_method(700, Method::Default, h)),
    ("intersect ray_simplex", |h| {
        by_method(200, Method::RaySimplex, h)
    }),
    ("intersect interior_point", |h| {
        by_method(200, Method::InteriorPoint, h)
    }),
    ("intersect tableau", |h| by_method(200, Method::Tableau, h)),
    ("intersect gjk", |h| by_method(200, Method::Gjk, h)),
    ("intersect mpr", |h| by_method(200, Method::Mpr, h)),
    ("interframe certified", |h| {
        by_sweep(1500, Sweep::Certified, h)
    }),
    ("interframe full", |h| by_sweep(1500, Sweep::Full, h)),
    ("interframe face_grouped", |h| {
        by_sweep(300, Sweep::FaceGrouped, h)
    }),
    ("interframe silhouette", |h| {
        by_sweep(300, Sweep::Silhouette, h)
    }),
    ("interframe_vertices", deforming),
    ("distance", distances),
    ("within", within_half),
    ("penetration", depths),
    ("penetration_along", directed),
    ("contains", containments),
    ("contact_manifold", manifolds),
    ("contact_points", all_contacts),
    ("minkowski_difference", differences),
    ("mpr", portals),
    ("time_of_impact linear", |h| times(false, h)),
    ("time_of_impact turning", |h| times(true, h)),
    ("contact_intervals", intervals),
    ("closest_approach", approaches),
    ("time_of_exit", exits),
    ("point sets 2", sets::<2>),
    ("point sets 3", sets::<3>),
    ("point sets 5", sets::<5>),
    ("distance_2d", planar),
    ("minkowski_difference_2d", planar_differences),
    ("minkowski_sum", sums),
    ("minkowski_sum_2d", planar_sums),
    ("extended_boxes_meet", boxes),
    ("cuboid_separation", cuboids),
    ("round bodies at rest", round_at_rest),
    ("round bodies that move", round_moving),
    ("curved bodies at rest", curved_at_rest),
    ("curved bodies that move", curved_moving),
    ("bodies of pieces at rest", pieces_at_rest),
    ("bodies of pieces that move", pieces_moving),
    ("worlds", worlds),
    ("certificates of poses and hulls", certificates),
    ("certificates of times", motion_certificates),
    ("lines that ask again", records::lines),
];

fn numbers() -> Vec<(&'static str, u64)> {
    let number = |ask: &fn(&mut Hash)| {
        let mut hash = Hash::new();
        ask(&mut hash);
        hash.0
    };
    GROUPS
        .iter()
        .map(|(name, ask)| (*name, number(ask)))
        .collect()
}

#[test]
fn the_same_bits_everywhere() {
    // Another thread, with its own stack and allocations, answers the same.
    let again = std::thread::spawn(numbers);
    let found = numbers();
    let table: Vec<String> = found
        .iter()
        .map(|(name, number)| {
            let hex = format!("{number:016x}");
            let [p, q, r, s] = [0, 4, 8, 12].map(|i| &hex[i..i + 4]);
            format!("    (\"{name}\", 0x{p}_{q}_{r}_{s}),")
        })
        .collect();
    if std::env::var_os("INTERFRAME_GOLDEN").is_some() {
        println!("{}", table.join("\n"));
    }
    assert_eq!(
        again.join().expect("no query panics"),
        found,
        "two runs differ"
    );
    let changed: Vec<_> = table
        .into_iter()
        .zip(&found)
        .filter_map(|(line, pair)| (!GOLDEN.contains(pair)).then_some(line))
        .collect();
    assert!(
        changed.is_empty() && found.len() == GOLDEN.len(),
        "not as committed:\n{}",
        changed.join("\n")
    );
}
