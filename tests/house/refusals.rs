//! What the guides say about which query refuses which bodies is what the queries do; so are some numbers.

use interframe::{
    ClosestApproachOptions, ContactManifoldOptions, ContainsOptions, Curved, DistanceOptions,
    Error, ExtendedBoxesOptions, InterframeOptions, IntersectOptions, Motion, MovingPair,
    MprOptions, PairState, PenetrationOptions, Polytope, Pose, PosedPair, SharedBody,
    TimeOfExitOptions, TimeOfImpactOptions, WithinOptions, YawCuboid, closest_approach,
    contact_intervals, contact_manifold, contact_points, contains, distance, extended_boxes_meet,
    interframe, intersect, minkowski_difference, minkowski_sum, mpr, penetration, time_of_exit,
    time_of_impact, within,
};

fn read(path: &str) -> String {
    let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A query of the guides' tables about two bodies at one place.
type Query = fn(&SharedBody, &SharedBody) -> Result<(), Error>;

macro_rules! posed {
    ($query:ident, $options:ty $(, $more:expr)?) => {
        (stringify!($query), (|a, b| {
            let here = Pose::identity();
            let pair = PosedPair::new(a, &here, b, &here);
            $query(&pair, &<$options>::default(), &mut PairState::default() $(, $more)?).map(|_| ())
        }) as Query)
    };
}

macro_rules! moving {
    ($query:ident, $options:ty $(, $more:expr)?) => {
        (stringify!($query), (|a, b| {
            let still = Motion::fixed(Pose::identity());
            let pair = MovingPair::new(a, &still, b, &still);
            $query(&pair, &<$options>::default(), &mut PairState::default() $(, $more)?).map(|_| ())
        }) as Query)
    };
}

macro_rules! built {
    ($query:ident) => {
        (
            stringify!($query),
            (|a, b| {
                let here = Pose::identity();
                $query(&PosedPair::new(a, &here, b, &here)).map(|_| ())
            }) as Query,
        )
    };
}

fn queries() -> [(&'static str, Query); 16] {
    [
        posed!(intersect, IntersectOptions),
        posed!(within, WithinOptions),
        posed!(distance, DistanceOptions),
        posed!(penetration, PenetrationOptions),
        posed!(contact_manifold, ContactManifoldOptions),
        posed!(contact_points, ContactManifoldOptions, &mut []),
        posed!(contains, ContainsOptions),
        posed!(mpr, MprOptions),
        built!(minkowski_difference),
        built!(minkowski_sum),
        moving!(time_of_impact, TimeOfImpactOptions),
        moving!(contact_intervals, TimeOfImpactOptions, &mut []),
        moving!(closest_approach, ClosestApproachOptions),
        moving!(interframe, InterframeOptions),
        moving!(extended_boxes_meet, ExtendedBoxesOptions),
        moving!(time_of_exit, TimeOfExitOptions),
    ]
}

fn cube() -> SharedBody {
    SharedBody::cuboid([1.0; 3]).expect("a cube")
}

/// The cell of a query in a column of the table that starts with `| query |`.
fn cell(document: &str, query: &str, column: usize) -> String {
    let table = document.split("\n| query |").nth(1).expect("a table");
    let mut rows = table
        .lines()
        .take_while(|line| line.starts_with('|') || line.ends_with('|'));
    let row = rows.find(|row| {
        row.split('|')
            .nth(1)
            .is_some_and(|name| name.contains(&format!("`{query}`")))
    });
    let row = row.unwrap_or_else(|| panic!("no row of {query}"));
    row.split('|')
        .nth(1 + column)
        .expect("a cell")
        .trim()
        .to_string()
}

#[test]
fn the_guides_tell_which_bodies_a_query_refuses() {
    let (round, meshes) = (read("docs/guide/ROUND.md"), read("docs/guide/MESHES.md"));
    let curved = SharedBody::from(Curved::cylinder(1.0, 0.5).expect("a cylinder"));
    let parts = [(cube(), Pose::identity()), (cube(), Pose::identity())];
    let kinds = [
        (&round, 1, SharedBody::sphere(1.0).expect("a sphere")),
        (&round, 2, curved),
        (
            &meshes,
            1,
            SharedBody::compound(&parts).expect("a compound"),
        ),
    ];
    for (document, column, body) in &kinds {
        for (name, query) in queries() {
            // As B: an A of several pieces holds nothing.
            let refuses = match query(&cube(), body) {
                Ok(()) => false,
                Err(Error::Body { .. }) => true,
                Err(error) => panic!("{name}: {error}"),
            };
            let cell = cell(document, name, *column);
            let says = cell.starts_with("refused");
            assert_eq!(says, refuses, "{name}, column {column}: `{cell}`");
        }
    }
}

#[test]
fn documents_have_the_numbers_of_the_code() {
    assert_eq!(Polytope::MAX_POINTS, (1 << 29) - 1);
    assert!(read("include/interframe.h").contains("(2^29 - 1 for one body)"));
    assert_eq!(size_of::<YawCuboid>(), 26 * size_of::<f64>());
}
