//! Shapes of bodies: convex ones, and bodies of several pieces; with mesh files, or without where a line stands alone.

use serde_json::{Value, json};

use super::builders::{
    any_of, closed, described, flag, length, list, number, or_null, positive, refer, text, tuple,
};

/// Whether shapes may be mesh files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MeshFiles {
    Allowed,
    Refused,
}

/// Definitions of shapes and of the lists of numbers in them.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let upright = closed(
        json!({"half_length": length(), "radius": length()}),
        &["half_length", "radius"],
    );
    let cuboid = closed(
        json!({"corners": tuple(tuple(number(), 2), 4), "z": tuple(number(), 2)}),
        &["corners", "z"],
    );
    let field = closed(
        json!({
            "rows": list(list(or_null(number()))), "spacing": tuple(positive(), 2), "origin": tuple(number(), 2),
        }),
        &["rows", "spacing"],
    );
    vec![
        (
            "shape",
            described(
                shape(MeshFiles::Allowed),
                "Paths of mesh files are relative to the folder of this file.",
            ),
        ),
        (
            "part",
            described(
                part(MeshFiles::Allowed),
                "A part of a compound is convex, and its `pose` is in the frame of the compound.",
            ),
        ),
        (
            "plain_shape",
            described(shape(MeshFiles::Refused), "The shape needs no mesh file."),
        ),
        (
            "plain_part",
            described(
                part(MeshFiles::Refused),
                "A part of a compound is convex, and its `pose` is in the frame of the compound.",
            ),
        ),
        (
            "upright",
            described(
                upright,
                "The axis is z, from -`half_length` to `half_length`.",
            ),
        ),
        (
            "ellipsoid",
            closed(json!({"radii": tuple(length(), 3)}), &["radii"]),
        ),
        (
            "cuboid",
            described(
                cuboid,
                "The four corners in plan are those of a rectangle, in any order; `z` has the two heights.",
            ),
        ),
        (
            "height_field",
            described(
                field,
                "A height of null is a hole. All rows have one length.",
            ),
        ),
    ]
}

/// Definitions of the parts that `interframe inspect` reads: they have corners and no radius.
pub fn cornered() -> Vec<(&'static str, Value)> {
    let part = |name_is_there: bool| {
        let shapes = convex(MeshFiles::Refused).into_iter();
        let shapes = shapes.filter(|(name, _)| ["vertices", "box", "yaw_cuboid"].contains(name));
        any_of(shapes.map(|(name, value)| {
            let mut shape = one(name, value, Some(&refer("pose")));
            shape["properties"]["rounding"] = json!({"const": 0});
            if name_is_there {
                shape["properties"]["name"] = refer("note");
            }
            shape
        }))
    };
    vec![
        (
            "cornered_part",
            described(part(false), "A part has corners and no radius."),
        ),
        (
            "named_part",
            described(
                part(true),
                "A part has corners and no radius; its name is for the reader.",
            ),
        ),
    ]
}

fn shape(files: MeshFiles) -> Value {
    let (part, mut shapes) = match files {
        MeshFiles::Allowed => ("part", convex(files)),
        MeshFiles::Refused => ("plain_part", convex(files)),
    };
    shapes.push(("compound", list(refer(part))));
    let lists = surface(
        &[
            ("vertices", list(refer("vector"))),
            ("triangles", list(tuple(refer("id"), 3))),
        ],
        &["vertices", "triangles"],
    );
    let of_file = surface(&[("mesh", text()), ("scale", scale())], &["mesh"]);
    shapes.push((
        "trimesh",
        match files {
            MeshFiles::Allowed => any_of([lists, of_file]),
            MeshFiles::Refused => lists,
        },
    ));
    shapes.push(("height_field", refer("height_field")));
    any_of(
        shapes
            .into_iter()
            .map(|(name, value)| one(name, value, None)),
    )
}

/// A triangle mesh of these keys. A solid is not one-sided.
fn surface(own: &[(&str, Value)], required: &[&str]) -> Value {
    let mut keys = json!({});
    for (key, value) in own {
        keys[key] = value.clone();
    }
    keys["one_sided"] = flag();
    keys["solid"] = flag();
    let mut surface = closed(keys, required);
    let both = json!({"one_sided": {"const": true}, "solid": {"const": true}});
    surface["not"] = json!({"properties": both, "required": ["one_sided", "solid"]});
    surface
}

fn part(files: MeshFiles) -> Value {
    let pose = refer("pose");
    let shapes = convex(files).into_iter();
    any_of(shapes.map(|(name, value)| one(name, value, Some(&pose))))
}

/// Convex shapes by their keys.
fn convex(files: MeshFiles) -> Vec<(&'static str, Value)> {
    let radius = closed(json!({"radius": length()}), &["radius"]);
    let half_extents = closed(
        json!({"half_extents": tuple(length(), 3)}),
        &["half_extents"],
    );
    let mut shapes = vec![
        ("vertices", list(refer("vector"))),
        ("box", half_extents),
        ("yaw_cuboid", refer("cuboid")),
        ("sphere", radius),
        ("capsule", refer("upright")),
        ("cylinder", refer("upright")),
        ("cone", refer("upright")),
        ("ellipsoid", refer("ellipsoid")),
    ];
    if files == MeshFiles::Allowed {
        shapes.insert(1, ("mesh", text()));
    }
    shapes
}

/// A shape that one key names, with the keys that may stand beside it.
fn one(name: &str, value: Value, pose: Option<&Value>) -> Value {
    let mut keys = json!({name: value});
    keys["scale"] = scale();
    if name == "mesh" {
        keys["part"] = text();
        keys["hull"] = flag();
    }
    keys["rounding"] = length();
    if let Some(pose) = pose {
        keys["pose"] = pose.clone();
    }
    closed(keys, &[name])
}

/// One factor for all axes, or three; a negative one mirrors.
pub(super) fn scale() -> Value {
    let factor = json!({"type": "number", "not": {"const": 0}});
    any_of([factor.clone(), tuple(factor, 3)])
}
