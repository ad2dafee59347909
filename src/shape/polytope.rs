//! A convex polytope, immutable and shared by every query.
//!
//! Problem: queries want a body's corners, edges and faces, a deep point, balls and boxes around
//! it, all of which must hold in real arithmetic, in little memory. Idea: the exact hull is found
//! once (`hull/`); everything kept is a function of the set of its corners alone,
//! so neither the order of the input nor duplicates nor inner points can change a bit of any
//! answer. Large bodies take at most 96 bytes a corner.

use nalgebra::Vector3;

use crate::error::{Result, check_length};
use crate::log::{is_logged, warn_of, warn_of_suspects};
use crate::numeric::arithmetic::{corners_of_box, eight_corners};
use crate::numeric::memory::check_memory;
use crate::numeric::scaling::Local;
use crate::numeric::vertices::{Block, Vertices};
use crate::shape::bounding_sphere::enclosing_center;
use crate::shape::bounds::{ball_about, center, reach};
use crate::shape::capsule::Capsule;
use crate::shape::climb::{CLIMB_ABOVE, climb_factors};
use crate::shape::dimension::Dimension;
use crate::shape::ellipsoids::Ellipsoids;
use crate::shape::face_normal::{spread_corners, unit_normal};
use crate::shape::hull::flat::{AffineSpan, polygon, segment, span};
use crate::shape::hull::merge_faces::{Boundary, merge};
use crate::shape::hull::points::HullPoints;
use crate::shape::hull::recheck::{Recheck, recheck};
use crate::shape::hull::triangulate::triangulated_hull;
use crate::shape::hull_data::HullData;
use crate::shape::options::PolytopeOptions;
use crate::shape::oriented_box::OrientedBox;
use crate::shape::outlines::Outlines;
use crate::shape::points::{self, check_count, distinct_sorted, points_of, suspect_numbers};
use crate::shape::start_table::StartTable;
use crate::shape::support_cells::SupportCells;

/// The convex hull of a finite point list.
///
/// Duplicates and points that are not corners of the hull are dropped, exactly. Vertices are kept
/// in lexicographic order of (x, y, z), so the order in which points are given cannot change any
/// answer, bits included; [`source_index`](Polytope::source_index) leads back to the caller's
/// list. -0.0 is taken as 0.0.
///
/// Two bodies are equal when their corners are; where these stood in the callers' lists is not
/// compared.
///
/// ```
/// use interframe::{Dimension, Polytope};
/// use nalgebra::Vector3;
/// // The corners of a cube, its centre, and a point inside one face.
/// let mut points: Vec<_> = Polytope::cuboid([0.5, 0.5, 0.5])?.vertices().collect();
/// points.push(Vector3::zeros());
/// points.push(Vector3::new(0.0, -0.25, 0.5));
/// let cube = Polytope::new(&points)?;
/// assert_eq!(cube.dimension(), Dimension::Solid);
/// assert_eq!((cube.vertex_count(), cube.edge_count(), cube.face_count()), (8, 12, 6));
/// assert_eq!(cube.center(), Vector3::zeros());
/// cube.validate().expect("an exact convex body");
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Polytope {
    pub(crate) vertices: Vertices,
    pub(crate) source: Box<[u32]>,
    /// Neighbours of vertex i are `adjacency[adjacency_starts[i]..adjacency_starts[i + 1]]`.
    pub(crate) adjacency_starts: Box<[u32]>,
    pub(crate) adjacency: Box<[u32]>,
    /// Face i is `face_loops[face_starts[i]..face_starts[i + 1]]`.
    pub(crate) face_starts: Box<[u32]>,
    pub(crate) face_loops: Box<[u32]>,
    pub(crate) groups: Box<[u8]>,
    /// Outlines of flat faces that rounding broke into several; None where there are none.
    pub(crate) outlines: Option<Box<Outlines>>,
    pub(crate) climb_factors: Box<[f32]>,
    largest_climb_factor: f64,
    pub(crate) dimension: Dimension,
    /// The corners are those of a box along the body's axes, of any dimension.
    is_box: bool,
    pub(crate) center: Vector3<f64>,
    pub(crate) center_error: f64,
    pub(crate) inscribed_radius: f64,
    pub(crate) outer_radius: f64,
    pub(crate) reach: f64,
    pub(crate) bounding_center: Vector3<f64>,
    pub(crate) bounding_radius: f64,
    pub(crate) oriented_box: OrientedBox,
    pub(crate) capsule: Capsule,
    ellipsoids: Ellipsoids,
    start_table: StartTable,
    pub(crate) cells: Option<SupportCells>,
}

/// What building needs at most, in bytes a point: where all are corners, and the next list doubles.
const BYTES_PER_POINT: usize = 1024;

impl PartialEq for Polytope {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices
    }
}

impl Polytope {
    /// The largest number of points a body can be made of: its half-edges, at most six a corner,
    /// are counted in 32 bits.
    pub const MAX_POINTS: usize = points::MAX_POINTS;

    /// The convex hull of `points`.
    ///
    /// Exact for every finite input: any number of points, duplicates, collinear and coplanar
    /// ones, sizes from 5e-324 to 1.8e308 mixed. Costs O(n log n) for all but contrived inputs;
    /// allocates.
    ///
    /// # Errors
    /// [`NonFiniteVertex`](crate::Error::NonFiniteVertex), [`TooManyVertices`](crate::Error::TooManyVertices);
    /// [`OutOfMemory`](crate::Error::OutOfMemory) unless 1024 bytes a point can be allocated for the work. Any finite list is a
    /// legal body.
    pub fn new(points: &[Vector3<f64>]) -> Result<Self> {
        Self::with_options(points, &PolytopeOptions::default())
    }

    /// Builds the convex hull of `points`, with memory spent for speed as `options` set. No option changes a verdict.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// ```
    /// use interframe::{Polytope, PolytopeOptions};
    /// use nalgebra::Vector3;
    /// let ring = (0..200).map(|i| f64::from(i) * 0.1);
    /// let points: Vec<_> = ring.map(|t| Vector3::new(t.cos(), t.sin(), (0.7 * t).sin())).collect();
    /// let options = PolytopeOptions { support_cells: true };
    /// let body = Polytope::with_options(&points, &options)?;
    /// assert_eq!(body, Polytope::new(&points)?);
    /// assert!(body.memory_bytes() > Polytope::new(&points)?.memory_bytes());
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn with_options(points: &[Vector3<f64>], options: &PolytopeOptions) -> Result<Self> {
        check_count(points.len(), Self::MAX_POINTS)?;
        check_memory(points.len(), BYTES_PER_POINT)?;
        let body = Self::build(points, options)?;
        if is_logged() {
            let (again, all) = (
                points.len() - distinct_sorted(points)?.0.len(),
                points.len(),
            );
            warn_of(
                again,
                format_args!("hull: {again} of {all} points stand twice"),
            );
            warn_of_suspects("hull", body.suspect_numbers());
        }
        Ok(body)
    }

    /// The box about the origin from -`half_extents` to `half_extents` along x, y and z. A half extent of 0 makes it flat.
    ///
    /// # Errors
    /// [`Error::Setting`](crate::Error::Setting) when a half extent is negative, NaN or infinite.
    pub fn cuboid(half_extents: [f64; 3]) -> Result<Self> {
        let names = ["half_extents.x", "half_extents.y", "half_extents.z"];
        for (half, name) in half_extents.into_iter().zip(names) {
            check_length(name, half)?;
        }
        Self::few(&eight_corners(half_extents.map(|half| -half), half_extents))
    }

    /// The hull of a few points that a query or another body needs, whose memory is too little to be checked for.
    pub(crate) fn few(points: &[Vector3<f64>]) -> Result<Self> {
        Self::build(points, &PolytopeOptions::default())
    }

    fn build(points: &[Vector3<f64>], options: &PolytopeOptions) -> Result<Self> {
        let (distinct, source) = distinct_sorted(points)?;
        let hull_points = HullPoints::new(&distinct);
        let (dimension, boundary) = boundary(&hull_points);
        drop(hull_points);
        let corner = |list: &[u32]| boundary.corners.iter().map(|&i| list[i as usize]).collect();
        let source = corner(&source);
        let corners: Vec<_> = boundary
            .corners
            .iter()
            .map(|&i| distinct[i as usize])
            .collect();
        drop(distinct);
        let body = Self::from_boundary(dimension, &corners, source, &boundary);
        Ok(body.with_cells(options))
    }

    fn with_cells(mut self, options: &PolytopeOptions) -> Self {
        if options.support_cells && self.vertex_count() > CLIMB_ABOVE {
            self.cells = SupportCells::new(
                &self.vertices,
                self.reach,
                |v| self.neighbors(v as usize),
                |n, from| self.climb(n, from).1,
            );
        }
        self
    }

    /// The body of corners and faces that somebody claims to be a hull's, with the places of the corners in a list; None
    /// unless they are, exactly. `is_broken` is believed as far as it does not contradict the faces: it says whether contacts
    /// know outlines.
    pub(crate) fn of_claim(
        dimension: Dimension,
        corners: &[Vector3<f64>],
        source: Box<[u32]>,
        claimed: &Boundary,
        options: &PolytopeOptions,
    ) -> Option<Self> {
        let is_corner = |p: &Vector3<f64>| {
            let sound = |x: &f64| x.is_finite() && (*x != 0.0 || x.is_sign_positive());
            p.iter().all(sound)
        };
        let ascend = |w: &[Vector3<f64>]| <[f64; 3]>::from(w[0]) < <[f64; 3]>::from(w[1]);
        let mut sorted = source.clone();
        sorted.sort_unstable();
        let sound = corners.len() <= Self::MAX_POINTS
            && corners.iter().all(is_corner)
            && corners.windows(2).all(ascend)
            && sorted.windows(2).all(|w| w[0] < w[1])
            && sorted
                .last()
                .is_none_or(|&last| (last as usize) < Self::MAX_POINTS);
        if !sound {
            return None;
        }
        let proved = match dimension {
            Dimension::Solid => recheck(corners, &claimed.starts, &claimed.loops),
            _ => Recheck::Unknown,
        };
        let holds = match proved {
            Recheck::Proved => true,
            Recheck::Refuted => false,
            Recheck::Unknown => {
                let (of, built) = boundary(&HullPoints::new(corners));
                of == dimension
                    && built.corners.len() == corners.len()
                    && (built.starts, built.loops)
                        == (claimed.starts.clone(), claimed.loops.clone())
            }
        };
        let body = holds.then(|| Self::from_boundary(dimension, corners, source, claimed))?;
        let body = body.with_cells(options);
        let keeps = (body.outlines.is_some(), body.cells.is_some());
        (keeps == (claimed.is_broken, options.support_cells)).then_some(body)
    }

    /// Builds the convex hull of points in f32 or f64, from any iterator: an array of your own structs is mapped to one. The
    /// same numbers make the same body.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// ```
    /// use interframe::{Polytope, PolytopeOptions};
    /// struct Vertex { position: [f32; 3], color: u32 }
    /// let at = |x, y, z| Vertex { position: [x, y, z], color: 0 };
    /// let model = [at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.0), at(0.0, 0.0, 1.0)];
    /// let body = Polytope::from_points(model.iter().map(|v| v.position), &PolytopeOptions::default())?;
    /// assert_eq!(body.vertex_count(), 4);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn from_points<T: Into<f64>>(
        points: impl IntoIterator<Item = [T; 3]>,
        options: &PolytopeOptions,
    ) -> Result<Self> {
        Self::with_options(&points_of(points), options)
    }

    fn from_boundary(
        dimension: Dimension,
        corners: &[Vector3<f64>],
        source: Box<[u32]>,
        boundary: &Boundary,
    ) -> Self {
        let (adjacency_starts, adjacency) = adjacency(dimension, corners.len(), boundary);
        let mut body = Polytope {
            vertices: Vertices::new(corners),
            source,
            adjacency_starts,
            adjacency,
            face_starts: boundary.starts.as_slice().into(),
            face_loops: boundary.loops.as_slice().into(),
            groups: Box::default(),
            outlines: None,
            climb_factors: vec![1.0; corners.len()].into(),
            largest_climb_factor: 1.0,
            dimension,
            is_box: is_box(corners),
            center: Vector3::zeros(),
            center_error: 0.0,
            inscribed_radius: 0.0,
            outer_radius: 0.0,
            reach: 0.0,
            bounding_center: Vector3::zeros(),
            bounding_radius: 0.0,
            oriented_box: OrientedBox::empty(),
            capsule: Capsule::point(&Vector3::zeros()),
            ellipsoids: Ellipsoids::none(),
            start_table: StartTable::default(),
            cells: None,
        };
        if !corners.is_empty() {
            body.measure(corners, boundary.is_broken);
        }
        if corners.len() > CLIMB_ABOVE {
            // Halved first: the size itself may be beyond f64.
            let (low, high) = corners_of_box(corners.iter().copied());
            let extents = high * 0.5 - low * 0.5;
            body.start_table =
                StartTable::new(corners.len(), &extents, |n, from| body.climb(n, from).1);
        }
        body
    }

    /// Fills in everything that is derived from the corners and faces. `is_broken`: some faces are nearly one.
    fn measure(&mut self, corners: &[Vector3<f64>], is_broken: bool) {
        self.reach = reach(corners);
        if let [point] = corners {
            self.center = *point;
            self.bounding_center = *point;
            self.oriented_box.center = *point;
            self.capsule = Capsule::point(point);
            self.groups = Box::new([EVERY_FACE]);
            return;
        }
        let local = Local::new(corners);
        let shape = HullData {
            dimension: self.dimension,
            corners,
            local: &local,
            starts: &self.face_starts,
            loops: &self.face_loops,
        };
        let center = center(&shape);
        self.center = center.point;
        self.center_error = center.error;
        self.inscribed_radius = center.inscribed_radius;
        self.outer_radius = local.length_up(ball_about(&local, &self.center).1);
        let origin = local.points[0];
        let offsets: Vec<_> = local.points.iter().map(|p| p - origin).collect();
        self.bounding_center = local.leave(&(origin + enclosing_center(&offsets)));
        let ball = ball_about(&local, &self.bounding_center);
        self.bounding_radius = local.length_up(ball.1);
        let normals: Vec<_> = (0..self.face_count())
            .map(|i| self.face_normal(i))
            .collect();
        if self.dimension >= Dimension::Flat {
            let (middle, _) = local.enter(&self.center);
            self.climb_factors =
                climb_factors(&shape, &normals, ball, &middle, |v| self.neighbors(v));
            let largest = self.climb_factors.iter().fold(1.0, |m: f32, &f| m.max(f));
            self.largest_climb_factor = f64::from(largest);
        }
        if is_broken {
            self.outlines = Outlines::new(&shape, &normals);
        }
        self.oriented_box = OrientedBox::around(&shape, &normals);
        self.capsule = Capsule::around(&local, &self.oriented_box);
        if center.error == 0.0 {
            self.ellipsoids = Ellipsoids::new(&shape, &self.center);
        }
        self.groups = corners
            .iter()
            .map(|v| self.oriented_box.nearest_faces(v))
            .collect();
    }

    /// Number of corners.
    #[must_use]
    #[inline]
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Number of coordinates of corners that are not 0 but below 1e-300, where others are above 1e-150. Real bodies
    /// have none: such numbers are what floats look like that are read as doubles. They change nothing. Looks at
    /// every corner.
    #[must_use]
    pub fn suspect_numbers(&self) -> u32 {
        suspect_numbers(self.vertices())
    }

    /// Whether the body is the empty set, which collides with nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vertex_count() == 0
    }

    /// Corner `index`, body frame, exactly as it was given.
    ///
    /// # Panics
    /// When `index` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    pub fn vertex(&self, index: usize) -> Vector3<f64> {
        assert!(index < self.vertex_count(), "vertex index out of range");
        self.vertices.get(index)
    }

    /// The corners, body frame, in lexicographic order.
    pub fn vertices(&self) -> impl Iterator<Item = Vector3<f64>> + '_ {
        self.vertices.iter()
    }

    /// Where in the caller's list corner `index` stood first.
    ///
    /// # Panics
    /// When `index` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    pub fn source_index(&self, index: usize) -> usize {
        self.source[index] as usize
    }

    /// This body with the source indices of the one whose corners its own were made of, in their order.
    pub(crate) fn moved_from(mut self, body: &Polytope) -> Self {
        for index in &mut self.source {
            *index = body.source[*index as usize];
        }
        self
    }

    /// Whether it is a box along its own axes, perhaps a flat one.
    #[inline(always)]
    pub(crate) fn is_box(&self) -> bool {
        self.is_box
    }

    /// The lowest and the highest corner of such a box.
    #[inline(always)]
    pub(crate) fn box_corners(&self) -> Option<[Vector3<f64>; 2]> {
        let last = self.vertices.len().wrapping_sub(1);
        (self.is_box).then(|| [self.vertices.get(0), self.vertices.get(last)])
    }

    /// Dimension of the body.
    #[must_use]
    pub fn dimension(&self) -> Dimension {
        self.dimension
    }

    /// Number of edges. A flat body has those of its polygon, a segment one.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.adjacency.len() / 2
    }

    /// The edges as pairs of vertices, the lower first, in ascending order. Diagonals inside flat
    /// faces are not edges.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.vertex_count()).flat_map(|v| {
            let above = self.neighbors(v).iter().filter(move |&&w| w as usize > v);
            above.map(move |&w| (v as u32, w))
        })
    }

    /// The vertices that share an edge with vertex `index`, ascending.
    ///
    /// A maximum of a linear function over these and `index` itself, in real arithmetic, is its
    /// maximum over the body; for rounded ones see [`climb_factor_at`](Self::climb_factor_at).
    ///
    /// # Panics
    /// When `index` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    #[inline]
    pub fn neighbors(&self, index: usize) -> &[u32] {
        let (start, end) = (
            self.adjacency_starts[index],
            self.adjacency_starts[index + 1],
        );
        &self.adjacency[start as usize..end as usize]
    }

    /// Number of faces: of a solid its true faces (coplanar triangles are one), of a flat body 2,
    /// its polygon seen from each side; otherwise 0.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.face_starts.len() - 1
    }

    /// The vertices around face `index`, counter-clockwise from outside, the lowest first. Faces
    /// are in ascending order of their first two vertices.
    ///
    /// # Panics
    /// When `index` is not below [`face_count`](Self::face_count).
    #[must_use]
    pub fn face(&self, index: usize) -> &[u32] {
        let (start, end) = (self.face_starts[index], self.face_starts[index + 1]);
        &self.face_loops[start as usize..end as usize]
    }

    /// Unit normal of face `index`, outward, body frame; within 1e-12 of the exact one, however
    /// thin the face is.
    ///
    /// # Panics
    /// When `index` is not below [`face_count`](Self::face_count).
    #[must_use]
    pub fn face_normal(&self, index: usize) -> Vector3<f64> {
        let corners = spread_corners(self.face(index));
        unit_normal(corners.map(|v| self.vertices.get(v as usize)))
    }

    /// A point of the body to within [`center_error`](Self::center_error), body frame. For a
    /// solid it lies strictly inside where `center_error` is 0: the centroid of the volume, or
    /// the mean of the corners where that rounds outside.
    #[must_use]
    pub fn center(&self) -> Vector3<f64> {
        self.center
    }

    /// How far a true point of the body may lie from [`center`](Self::center): 0 where the centre
    /// was proved to lie in the body (strictly, in a solid), otherwise a bound on its distance
    /// from the exact mean of the corners, which does.
    #[must_use]
    pub fn center_error(&self) -> f64 {
        self.center_error
    }

    /// A ball of this radius about [`center`](Self::center) lies in the body (rounded down; 0 when
    /// the body has no interior, or is too thin for a positive radius to be proved).
    #[must_use]
    pub fn inscribed_radius(&self) -> f64 {
        self.inscribed_radius
    }

    /// Largest distance of a corner from the body's origin, rounded up. Infinite when it exceeds
    /// what f64 can say.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// Centre of the bounding sphere, body frame.
    #[must_use]
    pub fn bounding_center(&self) -> Vector3<f64> {
        self.bounding_center
    }

    /// Radius of the bounding sphere, rounded up: every corner is within. Infinite when it
    /// exceeds what f64 can say.
    #[must_use]
    pub fn bounding_radius(&self) -> f64 {
        self.bounding_radius
    }

    /// How much a local maximum at vertex `index` may fall short of the maximum over the body.
    ///
    /// With v that vertex, for every direction n: when `n.w <= n.v + e` for all neighbours w of v
    /// with e >= 0, then `n.x <= n.v + climb_factor_at(index) * e` for all x of the body, in real
    /// arithmetic. At least 1; infinite where no bound could be proved. Grows as edges get short
    /// beside the body: 3 at the corners of a cube, about (size / edge)^2 on a round body.
    ///
    /// # Panics
    /// When `index` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    #[inline]
    pub fn climb_factor_at(&self, index: usize) -> f64 {
        f64::from(self.climb_factors[index])
    }

    /// The largest [`climb_factor_at`](Self::climb_factor_at) of all vertices; 1 for the empty
    /// set. Looks at all of them.
    #[must_use]
    pub fn climb_factor(&self) -> f64 {
        self.largest_climb_factor
    }

    /// A tight box around the body; that of the empty set has size 0.
    #[must_use]
    pub fn oriented_box(&self) -> &OrientedBox {
        &self.oriented_box
    }

    /// The faces of [`oriented_box`](Self::oriented_box) that vertex `index` is nearest to, as a
    /// mask: bits 0 to 5 for +x, -x, +y, -y, +z, -z of the box's axes. Nearly always one; a corner
    /// of the box is as near to three. Not 0.
    ///
    /// # Panics
    /// When `index` is not below [`vertex_count`](Self::vertex_count).
    #[must_use]
    pub fn vertex_groups(&self, index: usize) -> u8 {
        self.groups[index]
    }

    /// Memory this body takes, header and heap, in bytes.
    ///
    /// By default, beyond the header `size_of::<Polytope>()`, at most 96 bytes a corner, four times
    /// its coordinates, for bodies of 100 corners or more; about 94 where all faces are triangles,
    /// less where they have more corners. [`PolytopeOptions::support_cells`] about doubles that. Flat faces that rounding broke into
    /// several take eight bytes more for each of these, and an outline.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let indices = self.source.len()
            + self.adjacency_starts.len()
            + self.adjacency.len()
            + self.face_starts.len()
            + self.face_loops.len();
        size_of::<Self>()
            + size_of_val::<[Block]>(self.vertices.blocks())
            + indices * size_of::<u32>()
            + size_of_val::<[f32]>(&self.climb_factors)
            + self.groups.len()
            + self.start_table.heap_bytes()
            + self.cells().map_or(0, SupportCells::heap_bytes)
            + self.outlines.as_ref().map_or(0, |of| of.heap_bytes())
    }

    /// Every corner is within this of [`center`](Self::center), rounded up; may be infinite.
    #[inline(always)]
    pub(crate) fn outer_radius(&self) -> f64 {
        self.outer_radius
    }

    /// A segment and a radius that hold the body.
    #[inline(always)]
    pub(crate) fn capsule(&self) -> &Capsule {
        &self.capsule
    }

    /// Ellipsoids in and around the body.
    #[inline(always)]
    pub(crate) fn ellipsoids(&self) -> &Ellipsoids {
        &self.ellipsoids
    }

    #[inline(always)]
    pub(crate) fn start_table(&self) -> &StartTable {
        &self.start_table
    }

    #[inline(always)]
    pub(crate) fn cells(&self) -> Option<&SupportCells> {
        self.cells.as_ref()
    }

    #[inline(always)]
    pub(crate) fn storage(&self) -> &Vertices {
        &self.vertices
    }
}

/// Whether corners in lexicographic order are all those of a box along the axes, of any dimension.
fn is_box(corners: &[Vector3<f64>]) -> bool {
    let [Some(low), Some(high)] = [corners.first(), corners.last()] else {
        return false;
    };
    let wide = (0..3).filter(|&k| low[k] < high[k]).count();
    let is_corner = |v: &Vector3<f64>| (0..3).all(|k| v[k] == low[k] || v[k] == high[k]);
    // They are distinct.
    corners.len() == 1 << wide && low <= high && corners.iter().all(is_corner)
}

/// All six faces of the box: a point, whose box has no size, lies on each.
const EVERY_FACE: u8 = 0b11_1111;

fn boundary(hull_points: &HullPoints<'_>) -> (Dimension, Boundary) {
    match span(hull_points) {
        AffineSpan::Empty => (Dimension::Empty, Boundary::new(&[], &[0], &[])),
        AffineSpan::Point => (Dimension::Point, Boundary::new(&[true], &[0], &[])),
        AffineSpan::Segment => (Dimension::Segment, segment(hull_points)),
        AffineSpan::Flat(corners) => (Dimension::Flat, polygon(hull_points, corners)),
        AffineSpan::Solid(corners) => {
            let triangles = triangulated_hull(hull_points, corners);
            (Dimension::Solid, merge(hull_points, &triangles))
        }
    }
}

/// Neighbours along true edges, ascending: where each vertex's begin, and all of them.
fn adjacency(dimension: Dimension, count: usize, boundary: &Boundary) -> (Box<[u32]>, Box<[u32]>) {
    if dimension == Dimension::Segment {
        return (Box::new([0, 1, 2]), Box::new([1, 0]));
    }
    // Every edge borders two faces, once in each direction (also of a flat body), so each
    // half-edge gives its start one neighbour.
    let mut starts = vec![0u32; count + 1];
    for &v in &boundary.loops {
        starts[v as usize + 1] += 1;
    }
    for v in 0..count {
        starts[v + 1] += starts[v];
    }
    let mut next = starts.clone();
    let mut adjacency = vec![0u32; boundary.loops.len()];
    for ends in boundary.starts.windows(2) {
        let face = &boundary.loops[ends[0] as usize..ends[1] as usize];
        for (i, &v) in face.iter().enumerate() {
            let slot = &mut next[v as usize];
            adjacency[*slot as usize] = face[(i + 1) % face.len()];
            *slot += 1;
        }
    }
    for ends in starts.windows(2) {
        adjacency[ends[0] as usize..ends[1] as usize].sort_unstable();
    }
    (starts.into(), adjacency.into())
}
