//! Poses and motions of the file formats.

use interframe::{Motion, Pose};
use nalgebra::Quaternion;

use crate::error::{Problem, Result, at_key};
use crate::json::Node;

/// `{"p": [x,y,z], "q": [x,y,z,w]}`.
pub fn read_pose(node: &Node<'_>) -> Result<Pose> {
    let fields = node.fields(&["p", "q"])?;
    let p = fields.required("p")?.vector()?;
    let q = fields.required("q")?.numbers()?;
    Pose::new(p, quaternion(q)).map_err(at_key(&node.key))
}

/// `{"start": pose, "end": pose, "pivot": [x,y,z]}`, or with `turn` instead of `end.q`.
pub fn read_motion(node: &Node<'_>) -> Result<Motion> {
    let fields = node.fields(&["start", "end", "pivot", "turn"])?;
    let start = read_pose(&fields.required("start")?)?;
    let end_node = fields.required("end")?;
    let end = end_node.fields(&["p", "q"])?;
    let end_p = end.required("p")?.vector()?;
    let pivot = fields.vector_or_zero("pivot")?;
    match (end.optional("q"), fields.optional("turn")) {
        (Some(_), Some(turn)) => Err(Problem::Invalid {
            key: turn.key,
            message: "give either `turn` or `end.q`, not both".into(),
        }),
        (None, None) => Err(Problem::Invalid {
            key: end_node.key,
            message: "give `q`, or `turn` beside `end`: one of the two".into(),
        }),
        (Some(_), None) => {
            Motion::between(start, read_pose(&end_node)?, pivot).map_err(at_key(&node.key))
        }
        (None, Some(turn)) => {
            Motion::from_turn(start, end_p, turn.vector()?, pivot).map_err(at_key(&node.key))
        }
    }
}

fn quaternion([x, y, z, w]: [f64; 4]) -> Quaternion<f64> {
    Quaternion::new(w, x, y, z)
}
