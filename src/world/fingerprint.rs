//! A number that distinguishes shapes: the same for the same numbers on every machine.

use nalgebra::Vector3;

use crate::numeric::bytes::Mix;
use crate::shape::body::{Body, SharedBody};
use crate::shape::compound::Part;
use crate::shape::pieces::{Pieces, PiecesKind};

impl Mix {
    fn with_point(self, v: Vector3<f64>) -> Self {
        self.with_number(v.x).with_number(v.y).with_number(v.z)
    }

    fn with_number(self, x: f64) -> Self {
        self.with(x.to_bits())
    }
}

/// Returns a shape's fingerprint, from its corners or lengths and its radius.
pub(crate) fn fingerprint(shape: &SharedBody) -> u64 {
    of_body(&shape.get()).with_number(shape.radius()).0
}

fn of_body(body: &Body<'_>) -> Mix {
    match body {
        Body::Curved(body) => {
            let (kind, lengths) = body.shape().kind_and_lengths();
            let mix = Mix::START.with(kind as u64);
            lengths.into_iter().fold(mix, Mix::with_number)
        }
        Body::Pieces(pieces) => of_pieces(pieces),
        Body::Polytope(_) | Body::Rounded(_) => {
            let corners = body.bounding_polytope().vertices();
            corners.fold(Mix::START, Mix::with_point)
        }
    }
}

fn of_pieces(pieces: &Pieces<'_>) -> Mix {
    match pieces.kind() {
        PiecesKind::Compound(compound) => {
            let part = |mix: Mix, part: &Part| {
                let body = Body::from(part);
                let place = part.place().into_iter().flatten();
                let mix = mix.with(of_body(&body).0);
                let mix = mix.with_number(body.of_any_kind().1);
                place.fold(mix, Mix::with_number)
            };
            compound.parts().iter().fold(Mix::START.with(4), part)
        }
        PiecesKind::TriangleMesh(mesh) => {
            let mix = Mix::START
                .with(5)
                .with(u64::from(mesh.is_one_sided()) | u64::from(mesh.is_solid()) << 1);
            let vertices = mesh.vertices().iter().copied();
            let mix = vertices.fold(mix, Mix::with_point);
            let corners = mesh.triangles().iter().flatten();
            corners.fold(mix, |mix, &v| mix.with(u64::from(v)))
        }
        PiecesKind::HeightField(field) => {
            let lengths = [field.origin(), field.spacing()].concat();
            let mix = lengths
                .into_iter()
                .fold(Mix::START.with(6), Mix::with_number);
            let mix = mix.with(field.columns() as u64);
            let heights = (0..field.rows())
                .flat_map(|r| (0..field.columns()).map(move |c| field.height(r, c)));
            // One word for every hole.
            heights.fold(mix, |mix, z| match z.is_nan() {
                true => mix.with(1),
                false => mix.with_number(z),
            })
        }
    }
}
