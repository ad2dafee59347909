//! Is something of one body inside the other, a solid?
//!
//! If no piece of a body meets the surface of a solid, each connected part of the body is wholly inside or wholly outside, so that
//! one of its points decides (`point_in_solid`). A compound is tested part by part, a solid by one vertex of each of its surfaces,
//! and any other surface by a corner of each triangle whose box meets that of the solid. Either body may be inside the other.
//! A point of a body in the solid proves contact by itself.
//!
//! A one-sided mesh is met at its triangles only: it is never inside. Radii do not matter: bodies that are farther apart than
//! their radii have cores on the same side.

use nalgebra::Vector3;

use crate::bvh::aabb::Aabb;
use crate::bvh::box_tree::{LANES, LEVELS, NodeContents};
use crate::error::Result;
use crate::midphase::point_in_solid::PosedSolid;
use crate::motion::pairs::PosedPair;
use crate::motion::placed_parts::placed;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, norm1, rotate, rotate_back};
use crate::shape::body::{Body, Core};
use crate::shape::compound::PartShape;
use crate::shape::height_field::HeightField;
use crate::shape::pieces::{Pieces, PiecesKind};
use crate::verdict::{DecidedBy, Verdict};

/// Whether something of two bodies is inside the other, where no two of their pieces meet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InsideTest {
    /// A common point of the bodies, world frame; None: nothing of one is inside the other, or it is not known.
    pub(crate) point: Option<Vector3<f64>>,
    /// Integers, if any point was beside a surface.
    pub(crate) decided_by: DecidedBy,
    /// Whether a point was beside a surface, and the poses are not exact.
    pub(crate) is_open: bool,
}

impl InsideTest {
    const OUTSIDE: InsideTest = InsideTest {
        point: None,
        decided_by: DecidedBy::Float,
        is_open: false,
    };
}

impl PosedPair<'_> {
    /// Whether one of the two is a solid.
    #[inline]
    pub(crate) fn has_solid(&self) -> bool {
        self.a.solid().is_some() || self.b.solid().is_some()
    }

    /// Whether something of one body is inside the other. None if neither is a solid.
    pub(crate) fn inside(&self) -> Result<Option<InsideTest>> {
        match self.has_solid() {
            true => self.inside_to(None).map(Some),
            false => Ok(None),
        }
    }

    /// Tests as [`inside`](Self::inside) does what is to be added to an answer, whose arithmetic counts too. None if it is a hit.
    pub(crate) fn inside_beyond(
        &self,
        verdict: Verdict,
        decided_by: DecidedBy,
    ) -> Result<Option<InsideTest>> {
        if verdict == Verdict::Hit {
            return Ok(None);
        }
        Ok(self.inside()?.map(|inside| InsideTest {
            decided_by: decided_by.max(inside.decided_by),
            ..inside
        }))
    }

    /// Tests as [`inside`](Self::inside) does, at poses that are off by lengths of at most `pose_error`.
    pub(crate) fn inside_nearly(&self, pose_error: f64) -> Result<InsideTest> {
        self.inside_to(Some(pose_error))
    }

    fn inside_to(&self, pose_error: Option<f64>) -> Result<InsideTest> {
        let sides = [(self.a, self.pose_a), (self.b, self.pose_b)];
        let mut found = InsideTest::OUTSIDE;
        for k in 0..2 {
            let ((body, pose), (other, its_pose)) = (sides[k], sides[1 - k]);
            let Some(mesh) = body.solid() else { continue };
            let solid = PosedSolid { mesh, pose };
            let mut search = InsideSearch {
                solid,
                pose_error,
                found,
            };
            search.body(&other, its_pose)?;
            found = search.found;
            if found.point.is_some() {
                break;
            }
        }
        Ok(found)
    }
}

/// What was found so far about one body and a solid.
struct InsideSearch<'a> {
    solid: PosedSolid<'a>,
    pose_error: Option<f64>,
    found: InsideTest,
}

impl InsideSearch<'_> {
    fn body(&mut self, body: &Body<'_>, pose: &Pose) -> Result<()> {
        let Body::Pieces(pieces) = body else {
            self.convex(body, pose);
            return Ok(());
        };
        match pieces.kind() {
            PiecesKind::Compound(compound) => {
                for part in compound.parts() {
                    let at = match &part.shape {
                        PartShape::Curved { at: Some(at), .. } => placed(at, pose)?,
                        _ => *pose,
                    };
                    self.convex(&part.into(), &at);
                }
            }
            PiecesKind::TriangleMesh(mesh) if mesh.is_solid() => {
                mesh.shells().for_each(|vertex| self.points([vertex], pose));
            }
            PiecesKind::TriangleMesh(mesh) if mesh.is_one_sided() => {}
            _ => self.surface(pieces, pose),
        }
        Ok(())
    }

    fn convex(&mut self, body: &Body<'_>, pose: &Pose) {
        match body.of_any_kind().0 {
            Core::Polytope(core) => self.points(core.vertices(), pose),
            // The frame of a curved body has its origin in it.
            Core::Curved(_) => self.points([Vector3::zeros()], pose),
        }
    }

    /// Tests what these points belong to: all are on one side. The first that is not beside the surface decides.
    fn points(&mut self, points: impl IntoIterator<Item = Vector3<f64>>, pose: &Pose) {
        if self.found.point.is_some() {
            return;
        }
        let mut first = None;
        for point in points {
            let clearly = (self.solid).holds_clearly(&point, pose, self.pose_error.unwrap_or(0.0));
            if let Some(is_inside) = clearly {
                self.found.point = is_inside.then(|| pose.transform_point(&point));
                return;
            }
            first = first.or(Some(point));
        }
        let Some(point) = first else { return };
        if self.pose_error.is_some() {
            self.found.is_open = true;
            return;
        }
        self.found.decided_by = DecidedBy::Exact;
        let is_inside = self.solid.holds_exactly(&point, pose);
        self.found.point = is_inside.then(|| pose.transform_point(&point));
    }

    /// Tests the triangles of a surface whose boxes meet that of the solid.
    fn surface(&mut self, pieces: &Pieces<'_>, pose: &Pose) {
        let mut left = [0; (LANES - 1) * LEVELS as usize * 2 + 1];
        let mut depth = 0;
        if let Some(root) = pieces.root() {
            (left[0], depth) = (root, 1);
        }
        while depth > 0 && self.found.point.is_none() {
            depth -= 1;
            match pieces.open(left[depth]) {
                NodeContents::Nodes(nodes, count) => {
                    for &node in &nodes[..count] {
                        if self.may_hold(&pieces.box_of(node), pose) {
                            left[depth] = node;
                            depth += 1;
                        }
                    }
                }
                NodeContents::Pieces(list, count) => {
                    for &piece in &list[..count] {
                        self.points(pieces.corners(piece).into_iter().flatten(), pose);
                    }
                }
                NodeContents::Cells(cells) => {
                    if let PiecesKind::HeightField(field) = pieces.kind() {
                        self.cells(field, cells, pose);
                    }
                }
            }
        }
    }

    fn cells(&mut self, field: &HeightField, [columns, rows]: [[u32; 2]; 2], pose: &Pose) {
        for row in rows[0]..rows[1] {
            for column in columns[0]..columns[1] {
                if field.has_cell(row, column) {
                    for triangle in field.triangles_of(row, column) {
                        self.points(field.corners(triangle), pose);
                    }
                }
            }
        }
    }

    /// Whether a box at a pose may meet the box around the solid.
    fn may_hold(&self, held: &Aabb, pose: &Pose) -> bool {
        let middle = |k: usize| 0.5 * held.low[k] + 0.5 * held.high[k];
        let middle = Vector3::new(middle(0), middle(1), middle(2));
        let half = Vector3::from(held.high) - middle;
        let (own, origin) = (self.solid.pose, self.solid.pose.translation());
        let at = rotate_back(own.matrix(), &(pose.transform_point(&middle) - origin));
        let axes = own.matrix().transpose() * pose.matrix();
        let reach = rotate(&axes.abs(), &half);
        let size = norm1(&middle) + norm1(&half) + norm1(&pose.translation()) + norm1(&origin);
        let room = 256.0 * U * size + f64::MIN_POSITIVE + self.pose_error.unwrap_or(0.0);
        let whole = self.solid.mesh.tree().whole();
        // Also where a number is none.
        (0..3).all(|k| {
            let reach = reach[k] + room;
            !(at[k] - reach > whole.high[k] || at[k] + reach < whole.low[k])
        })
    }
}
