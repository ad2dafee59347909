//! Where two bodies touch or nearly do: up to four points, or all of them.
//!
//! Problem: a solver wants the patch in which two bodies touch, as a few points with depths, the same
//! ids from frame to frame, and no depth that a rounding makes jump. Convex bodies are those of
//! [`pair_manifold`](crate::contact::pair_manifold), bodies of several pieces those of
//! [`pieces_manifold`](crate::contact::pieces_manifold).

use crate::contact::contacts::ContactList;
pub use crate::contact::contacts::{ContactManifold, ContactManifoldOptions, ContactPoint};
use crate::contact::curved_manifold::of_curved;
use crate::contact::manifold_settings::ManifoldSettings;
use crate::contact::pair_manifold::{plain, round};
use crate::contact::pieces_manifold::of_pieces;
use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{Cores, PosedPair, SolverPair};
use crate::motion::pose::Pose;
use crate::pair::PairState;
use crate::query::solid_manifold::led_out;
use crate::verdict::{DecidedBy, Verdict};

/// Where two bodies touch or are at most `prediction` apart: up to four points with a common normal.
///
/// If the bodies meet, the normal is that of the least depth ([`penetration`](crate::penetration)). If they are apart by at
/// most `prediction`, it is that of the distance. If they are farther apart, there are no points. Of more than four contacts
/// you get the deepest, the one farthest from it, and the farthest on each side of the line between these two. No contact is
/// across a gap larger than `prediction`.
///
/// **Cylinders, cones and ellipsoids.** A flat end shows eight points of its rim, a side a line, everything else one point. Where the
/// normal of a face or of a flat end parts the bodies by the same depth, to 1e-9 of their size, it is taken as it is: a puck on a
/// floor has the floor's normal, however little it leans. Bodies that touch to rounding are `Undecided`, as in
/// [`intersect`](crate::intersect). Each point is on a curved body to 1e-7 of the pair's size, or to the error of
/// [`penetration`](crate::penetration) if that is more: of a small body in the middle of a ball, for example.
///
/// **Bodies of several pieces that are apart.** The normal is that of the nearest pair. Every depth is negative, and the
/// least gap is the distance.
///
/// **Bodies of several pieces that meet.** The normal is one that the surfaces have where they are touched, never that of a
/// seam's side. Of these it is the one along which the way of B out of A is the shortest. If you move B by depth times normal,
/// the bodies are apart or touch, to 1e-9 of their size. The depth is that of [`penetration`](crate::penetration) if that
/// normal counts and separates all pairs. In a sharp corner no way out may be as short as four times what the deepest pair
/// needs. You then get the way out of that pair, and others may stay in overlap (`docs/guide/MESHES.md`, section 4). The
/// contacts are those of all pairs along the normal, and the deepest has the length of the way as its depth.
///
/// **Solids.** You get the contacts of the surface if their way leads out; otherwise, for example for a body wholly inside, one
/// contact along the way out of [`penetration`](crate::penetration). After that way the bodies are apart.
///
/// `state` is the memory of this pair, shared with the other queries. For convex bodies it allocates nothing, unless
/// they touch to rounding and exact arithmetic decides, or the polytope that is grown for the depth is large. For
/// bodies of several pieces it allocates lists of the pairs that touch and of their contacts. Costs a distance or a
/// depth, and some hundred nanoseconds, for each pair of pieces. A convex body at triangles mostly costs that for one of them,
/// and a closed form for each other one that is near. Deep in hills, where no triangle decides, it costs that for all of them.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range.
///
/// ```
/// use interframe::{
///     ContactManifoldOptions, PairState, Polytope, Pose, PosedPair, contact_manifold,
/// };
/// use nalgebra::Vector3;
///
/// let cube = Polytope::cuboid([0.5; 3])?;
/// let here = Pose::identity();
/// let above = Pose::from_translation(Vector3::new(0.25, 0.0, 0.875))?; // an eighth deep
/// let options = ContactManifoldOptions { prediction: 0.01, ..Default::default() };
/// let found = contact_manifold(
///     &PosedPair::new(&cube, &here, &cube, &above),
///     &options, &mut PairState::default(),
/// )?;
/// assert!((found.normal.unwrap() - Vector3::z()).norm() < 1e-14);
/// assert_eq!(found.points().len(), 4);
/// assert!(found.points().iter().all(|contact| (contact.depth - 0.125).abs() < 1e-14));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn contact_manifold(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
) -> Result<ContactManifold> {
    Ok(answer(pair, options, state, None)?.in_range())
}

/// Returns the manifold, and writes every contact of the two features to `out`; the number is how many there are.
/// When there are more than `out` holds, the first that fit are written; their order is that around A's feature, then
/// B's. The manifold itself has the best four.
///
/// # Errors
/// As [`contact_manifold`].
///
/// ```
/// use interframe::{
///     ContactManifoldOptions, ContactPoint, PairState, Polytope, Pose, PosedPair, contact_points,
/// };
/// use nalgebra::Vector3;
///
/// let ring = |z: f64| (0..6).map(move |i| {
///     let (y, x) = (f64::from(i) * std::f64::consts::FRAC_PI_3).sin_cos();
///     Vector3::new(x, y, z)
/// });
/// let prism = Polytope::new(&ring(-0.5).chain(ring(0.5)).collect::<Vec<_>>())?;
/// let (here, above) = (Pose::identity(), Pose::from_translation(Vector3::new(0.0, 0.0, 1.0))?);
/// let mut out = [ContactPoint::default(); 32];
/// let options = ContactManifoldOptions { prediction: 1e-3, ..Default::default() };
/// let (found, count) =
///     contact_points(
///         &PosedPair::new(&prism, &here, &prism, &above),
///         &options, &mut PairState::default(), &mut out,
///     )?;
/// assert_eq!((found.points().len(), count), (4, 6));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn contact_points(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
    out: &mut [ContactPoint],
) -> Result<(ContactManifold, usize)> {
    let mut all = ContactList { out, count: 0 };
    let found = answer(pair, options, state, Some(&mut all))?;
    all.in_range();
    Ok((found.in_range(), all.count))
}

fn answer(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
    all: Option<&mut ContactList<'_>>,
) -> Result<ContactManifold> {
    options.validate()?;
    let cores = match pair.kinds(&kinds::CONTACT_MANIFOLD)? {
        SolverPair::Polytopes(bodies, poses) => Cores::plain(bodies, poses),
        SolverPair::Rounded(cores) => cores,
        SolverPair::Curved(sides) => return Ok(of_curved(&sides, options, state, all)),
        SolverPair::Pieces => {
            return match pair.has_solid() {
                false => of_pieces(pair, options, all),
                true => of_solids(pair, options, all),
            };
        }
    };
    Ok(of_cores(&cores, options, state, all))
}

/// The manifold of a solid.
#[cold]
fn of_solids(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    mut all: Option<&mut ContactList<'_>>,
) -> Result<ContactManifold> {
    let surface = of_pieces(pair, options, all.as_deref_mut())?;
    led_out(pair, options, surface, all)
}

/// The manifold of two convex bodies that are not curved.
pub(crate) fn of_cores(
    cores: &Cores<'_, Pose>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
    mut all: Option<&mut ContactList<'_>>,
) -> ContactManifold {
    if cores.has_empty() {
        let nothing = DecidedBy::Nothing;
        return ContactManifold::none(Verdict::Separated, 0, nothing);
    }
    let found = match cores.radii == [0.0; 2] {
        true => {
            let asked = ManifoldSettings::plainly(options);
            plain(cores, asked, state, all.as_deref_mut())
        }
        false => round(cores, options, state, all.as_deref_mut()),
    };
    found.hold(options.prediction, all)
}
