//! Certificates of bodies that are at most a distance apart, or farther.

use nalgebra::Vector3;

use crate::advance::plain_data::about_poses;
use crate::certificate::{Certificate, Farther, Proof};
use crate::motion::pairs::PosedPair;
use crate::proof::resting::nearest_pairs;
use crate::proof::{curved, pieces};
use crate::query::within::{Within, WithinOptions};
use crate::verdict::Verdict;

/// Makes the proof of an answer of [`within`](crate::within()).
///
/// `options` and `answer` are those of the query; others make a certificate that is rejected. A hit is measured
/// once more in exact integers, and so is what no normal of f64 shows to be farther apart. Curved bodies: as of
/// [`certify_intersect`](crate::certify_intersect). Allocates.
///
/// ```
/// use interframe::certificate::Certificate;
/// use interframe::{
///     PairState, Polytope, Pose, PosedPair, Verdict, WithinOptions, certify_within, within,
/// };
/// use nalgebra::Vector3;
///
/// let point = Polytope::new(&[Vector3::zeros()])?;
/// let (here, there) = (Pose::identity(), Pose::from_translation(Vector3::new(3.0, 4.0, 0.0))?);
/// let pair = PosedPair::new(&point, &here, &point, &there);
/// let options = WithinOptions { distance: 5.0, ..Default::default() };
/// let answer = within(&pair, &options, &mut PairState::default())?;
/// assert_eq!(answer.verdict, Verdict::Hit);
/// let proof = certify_within(&pair, &options, &answer);
/// assert!(matches!(proof.certificate, Certificate::Nearer { distance: 5.0, .. }));
/// assert_eq!(proof.verify().unwrap().verdict, answer.verdict);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn certify_within(pair: &PosedPair<'_>, options: &WithinOptions, answer: &Within) -> Proof {
    if pair.has_pieces() {
        let of_pieces = |ids| pair.of_pieces(ids, |pair| certify_within(pair, options, answer));
        return pieces::met(answer.pieces, answer.verdict, of_pieces);
    }
    let Some(cores) = pair.cores() else {
        let said = (answer.verdict, answer.normal);
        return curved::at_rest(pair, Some(options.distance), said);
    };
    let ([a, b], [pose_a, pose_b]) = cores.both();
    let distance = options.distance;
    let proof = |certificate| about_poses(&cores, certificate);
    if a.is_empty() || b.is_empty() {
        return proof(Certificate::Empty);
    }
    let pairs = || nearest_pairs([a, b], [pose_a, pose_b]);
    if answer.verdict == Verdict::Hit {
        let pairs = pairs();
        return proof(Certificate::Nearer { distance, pairs });
    }
    let farther = |normal: Option<Vector3<f64>>, span| {
        proof(Certificate::Farther(Farther {
            distance,
            normal: normal.map(Vector3::into),
            span,
        }))
    };
    // A normal that exact arithmetic found is rounded.
    let by_normal = answer.normal.map(|normal| farther(Some(normal), None));
    let by_normal = by_normal.filter(|proof| proof.verify().is_ok());
    by_normal.unwrap_or_else(|| farther(None, Some(pairs())))
}
