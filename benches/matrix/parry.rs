//! parry as a library of the matrix, in the precision of the module that this one is in.

use super::library::math::{Pose, Rotation, Vector};
use super::library::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use super::library::query::details::NormalConstraints;
use super::library::query::{
    self, ContactManifold, DefaultQueryDispatcher, NonlinearRigidMotion, PersistentQueryDispatcher,
    Ray, ShapeCastOptions, Unsupported,
};
use super::library::shape::{
    Ball, Capsule, CompositeShape, CompositeShapeRef, Compound, Cone, ConvexPolyhedron, Cuboid,
    Cylinder, HeightField, RoundShape, Shape as ParryShape, SharedShape, TriMesh,
};
use super::library::utils::Array2;
use super::{NAME, Real};
use crate::matrix::{Ask, Casts, Cell, Library};
use crate::support::driver::seconds_of;
use crate::support::kinds::{Kind, Shape};
use crate::support::near_contact::{Item, Moves};
use crate::support::questions::{DISTANCE, PREDICTION, Query, Said};
use crate::support::workloads::Placement;

/// Its bodies by kind; it has no ellipsoids.
pub struct Parry {
    shapes: Vec<Option<Made>>,
}

/// A shape, and how it is turned in the frame of the kind: what has an axis has it along y.
struct Made {
    shape: SharedShape,
    turned: Rotation,
}

impl Parry {
    pub fn new(kinds: &[Kind]) -> Self {
        Parry {
            shapes: kinds.iter().map(|kind| made(&kind.shape)).collect(),
        }
    }
}

fn vector(p: [f64; 3]) -> Vector {
    Vector::from(p.map(|x| x as Real))
}

fn made(shape: &Shape) -> Option<Made> {
    let upright = |shape| Made {
        shape,
        turned: Rotation::from_axis_angle(Vector::X, std::f64::consts::FRAC_PI_2 as Real),
    };
    let plain = |shape| Made {
        shape,
        turned: Rotation::IDENTITY,
    };
    Some(match shape {
        Shape::Ball(radius) => plain(SharedShape::new(Ball::new(*radius as Real))),
        Shape::Capsule(half_length, radius) => {
            let end = vector([0.0, 0.0, *half_length]);
            plain(SharedShape::new(Capsule::new(-end, end, *radius as Real)))
        }
        Shape::Box(half, radius) => {
            let inner_shape = Cuboid::new(vector(*half));
            plain(match *radius == 0.0 {
                true => SharedShape::new(inner_shape),
                false => SharedShape::new(RoundShape {
                    inner_shape,
                    border_radius: *radius as Real,
                }),
            })
        }
        Shape::Hull(points) => {
            let points: Vec<Vector> = points.iter().map(|p| vector(*p)).collect();
            plain(SharedShape::new(ConvexPolyhedron::from_convex_hull(
                &points,
            )?))
        }
        Shape::Cylinder(half_length, radius) => {
            let cylinder = Cylinder::new(*half_length as Real, *radius as Real);
            upright(SharedShape::new(cylinder))
        }
        Shape::Cone(half_length, radius) => upright(SharedShape::new(Cone::new(
            *half_length as Real,
            *radius as Real,
        ))),
        Shape::Ellipsoid(_) => return None,
        Shape::Compound(parts) => {
            let parts = parts.iter().map(|(p, shape)| {
                let part = made(shape)?;
                Some((Pose::from_parts(vector(*p), part.turned), part.shape))
            });
            plain(SharedShape::new(Compound::new(
                parts.collect::<Option<_>>()?,
            )))
        }
        Shape::Mesh(vertices, triangles) => {
            let vertices = vertices.iter().map(|p| vector(*p)).collect();
            plain(SharedShape::new(
                TriMesh::new(vertices, triangles.clone()).ok()?,
            ))
        }
        Shape::Field {
            heights,
            side,
            spacing,
        } => {
            // Its rows go along z, which is -y here; the array is by columns.
            let n = *side;
            let height = |k: usize| heights[(n - 1 - k % n) * n + k / n] as Real;
            let rows = Array2::new(n, n, (0..n * n).map(height).collect());
            let width = spacing * (n - 1) as f64;
            upright(SharedShape::new(HeightField::new(
                rows,
                vector([width, 1.0, width]),
            )))
        }
    })
}

impl Made {
    fn pose(&self, at: &Placement) -> Pose {
        let [x, y, z, w] = at.q.map(|x| x as Real);
        Pose::from_parts(vector(at.p), Rotation::from_xyzw(x, y, z, w) * self.turned)
    }

    fn motion(&self, at: &Placement, by: [f64; 3], turn: [f64; 3]) -> NonlinearRigidMotion {
        NonlinearRigidMotion::new(self.pose(at), Vector::ZERO, vector(by), vector(turn))
    }
}

type Meets = Result<bool, Unsupported>;
type AtRest = fn(&Pose, &dyn ParryShape, &Pose, &dyn ParryShape) -> Meets;

fn at_rest(query: Query) -> Option<(&'static str, AtRest)> {
    let (question, ask): (&str, AtRest) = match query {
        Query::Intersect => ("intersection_test", |p, a, q, b| {
            Ok(query::intersection_test(p, a, q, b)?.intersecting)
        }),
        Query::Distance => ("distance", |p, a, q, b| {
            Ok(query::distance(p, a, q, b)?.distance <= 0.0)
        }),
        Query::Within => ("closest_points", |p, a, q, b| {
            let found = query::closest_points(p, a, q, b, DISTANCE as Real)?;
            Ok(!matches!(found, query::ClosestPoints::Disjoint))
        }),
        Query::Penetration => ("contact", |p, a, q, b| {
            let found = query::contact(p, a, q, b, 0.0)?;
            Ok(found.is_some_and(|contact| contact.dist <= 0.0))
        }),
        Query::ContactManifold => ("contact_manifolds", manifolds),
        _ => return None,
    };
    Some((question, ask))
}

impl Library for Parry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn asked<'a>(&'a self, cell: &Cell<'a>) -> Option<(&'static str, Ask<'a>)> {
        let [a, b] = cell.kinds.map(|k| self.shapes[k].as_ref());
        let (made_a, made_b) = (a?, b?);
        let items: &[Item] = cell.items;
        let poses: Vec<[Pose; 2]> = items
            .iter()
            .map(|item| [made_a.pose(&item.a), made_b.pose(&item.b)])
            .collect();
        let (a, b) = (&*made_a.shape, &*made_b.shape);
        if let Some((question, ask)) = at_rest(cell.query) {
            let meets = move |k: usize| ask(&poses[k][0], a, &poses[k][1], b);
            return Some((question, said(meets)));
        }
        Some(match (cell.query, cell.moves) {
            (Query::TimeOfImpact, Moves::Straight | Moves::Aligned) => {
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let ways: Vec<Vector> = items.iter().map(|item| vector(item.by)).collect();
                if is_point(a) {
                    let meets = move |k: usize| {
                        let [p, q] = &poses[k];
                        let ray = Ray::new(p.translation, ways[k]);
                        Ok(b.cast_ray(q, &ray, 1.0, true).is_some())
                    };
                    return Some(("cast_ray", said(meets)));
                }
                let ask = said(move |k| {
                    let [p, q] = &poses[k];
                    let found = query::cast_shapes(p, ways[k], a, q, Vector::ZERO, b, options)?;
                    Ok(found.is_some())
                });
                ("cast_shapes", ask)
            }
            (Query::TimeOfImpact, _) => {
                let motion = |item: &Item| {
                    let still = made_b.motion(&item.b, [0.0; 3], [0.0; 3]);
                    [made_a.motion(&item.a, item.by, item.turn), still]
                };
                let motions: Vec<_> = items.iter().map(motion).collect();
                let ask = said(move |k| {
                    let [m, n] = &motions[k];
                    let found = query::cast_shapes_nonlinear(m, a, n, b, 0.0, 1.0, true)?;
                    Ok(found.is_some())
                });
                ("cast_shapes_nonlinear", ask)
            }
            _ => return None,
        })
    }

    fn build_seconds(&self, shape: &Shape) -> Option<f64> {
        let mut body = None;
        let took = seconds_of(|| body = made(shape));
        // Engines do not free theirs.
        std::mem::forget(body?);
        Some(took)
    }

    fn world(&self, [cast, copy]: [usize; 2], at: &[Placement]) -> Option<Box<dyn Casts + '_>> {
        let (cast, copy) = (self.shapes[cast].as_ref()?, self.shapes[copy].as_ref()?);
        let poses: Vec<Pose> = at.iter().map(|at| copy.pose(at)).collect();
        let boxes = poses.iter().map(|at| copy.shape.compute_aabb(at));
        let bvh = Bvh::from_iter(BvhBuildStrategy::Binned, boxes.enumerate());
        Some(Box::new(ParryCasts {
            cast,
            copies: Copies { copy, poses, bvh },
            workspace: BvhWorkspace::default(),
            ways: Vec::new(),
        }))
    }
}

struct ParryCasts<'a> {
    cast: &'a Made,
    copies: Copies<'a>,
    workspace: BvhWorkspace,
    ways: Vec<(Pose, Vector)>,
}

/// A shape at many poses.
struct Copies<'a> {
    copy: &'a Made,
    poses: Vec<Pose>,
    bvh: Bvh,
}

impl CompositeShape for Copies<'_> {
    fn map_part_at(
        &self,
        k: u32,
        then: &mut dyn FnMut(Option<&Pose>, &dyn ParryShape, Option<&dyn NormalConstraints>),
    ) {
        then(Some(&self.poses[k as usize]), &*self.copy.shape, None);
    }

    fn bvh(&self) -> &Bvh {
        &self.bvh
    }
}

impl Casts for ParryCasts<'_> {
    fn take(&mut self, at: &[Placement], items: &[Item]) {
        let Copies { copy, poses, .. } = &mut self.copies;
        *poses = at.iter().map(|at| copy.pose(at)).collect();
        let way = |item: &Item| (self.cast.pose(&item.a), vector(item.by));
        self.ways = items.iter().map(way).collect();
    }

    fn place(&mut self) {
        let Copies { copy, poses, bvh } = &mut self.copies;
        for (k, at) in (0..).zip(poses) {
            bvh.insert_or_update_partially(copy.shape.compute_aabb(at), k, 0.0);
        }
        bvh.refit(&mut self.workspace);
        bvh.optimize_incremental(&mut self.workspace);
    }

    fn cast(&mut self, met: &mut [u8]) {
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let copies = &self.copies;
        let all = CompositeShapeRef(copies as &dyn CompositeShape);
        let shape = &*self.cast.shape;
        for (met, (from, by)) in met.iter_mut().zip(&self.ways) {
            let meets = if is_point(shape) {
                let ray = Ray::new(from.translation, *by);
                let hit = |k: u32, best| {
                    (copies.copy.shape).cast_ray(&copies.poses[k as usize], &ray, best, true)
                };
                copies.bvh.cast_ray(&ray, 1.0, hit).is_some()
            } else {
                let found = all.cast_shape(&DefaultQueryDispatcher, from, *by, shape, options);
                found.is_some()
            };
            *met = u8::from(meets);
        }
    }
}

/// Whether a ball of radius 0 is cast, as a ray.
fn is_point(shape: &dyn ParryShape) -> bool {
    shape.as_ball().is_some_and(|ball| ball.radius == 0.0)
}

fn said<'a>(meets: impl Fn(usize) -> Meets + 'a) -> Ask<'a> {
    Box::new(move |k| meets(k).map(Said::plain).map_err(|error| error.to_string()))
}

/// Whether a point of a manifold is no farther than touching.
fn manifolds(p: &Pose, a: &dyn ParryShape, q: &Pose, b: &dyn ParryShape) -> Meets {
    let mut found: Vec<ContactManifold<(), ()>> = Vec::new();
    let between = p.inv_mul(q);
    let prediction = PREDICTION as Real;
    DefaultQueryDispatcher.contact_manifolds(&between, a, b, prediction, &mut found, &mut None)?;
    let mut points = found.iter().flat_map(|manifold| &manifold.points);
    Ok(points.any(|point| point.dist <= 0.0))
}
