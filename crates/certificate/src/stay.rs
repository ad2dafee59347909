//! What proves that one body is inside another, or is not, as plain data.

/// A vertex of B beyond a plane that A does not reach. If A has no vertex neither `normal` nor `span`
/// is given.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Outside {
    /// Vertex of B.
    pub vertex: u32,
    /// normal.a < normal.vertex for all vertices a of A.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub normal: Option<[f64; 3]>,
    /// In its place where no normal of f64 serves: from the vertex away from the point nearest to it on the
    /// point, line or plane through one to three vertices of A.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub span: Option<Vec<u32>>,
}

/// Until when moving B stays inside moving A: A is what lies below the planes of its faces, which turn
/// with it.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Exit {
    /// Target margin; 0 for inside.
    pub target: f64,
    /// Loops of vertex ids of A, counter-clockwise seen from outside; none where not needed.
    pub faces: Vec<Vec<u32>>,
    /// Proved inside.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub inside: Option<Stay>,
    /// Proved to a tolerance.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub held: Option<Stay>,
    /// A vertex proved outside.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub outside: Option<Beyond>,
}

/// No vertex of B is beyond a face of A, moved outwards by `beyond`, from t = 0 to `to`.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stay {
    /// Until when.
    pub to: f64,
    /// Length by which B may reach beyond a face.
    pub beyond: f64,
    /// Faces whose time is to be cut. One of `walls` and `simplices` is given.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub walls: Option<Vec<WallTimes>>,
    /// For bodies that do not turn, instead of faces: ids of A for each vertex of B, as for poses, at t = 0 and at
    /// `to`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub simplices: Option<[Vec<Vec<u32>>; 2]>,
}

/// Where the time of one face is cut.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct WallTimes {
    /// Counts through the faces.
    pub face: u32,
    /// Rising.
    pub times: Vec<f64>,
}

/// A vertex of B outside A at a time. One of `face`, `normal` and `span` is given; none if A is empty.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Beyond {
    /// When.
    pub t: f64,
    /// Vertex of B.
    pub vertex: u32,
    /// The face of A that it is beyond.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub face: Option<u32>,
    /// Out of A, world axes.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub normal: Option<[f64; 3]>,
    /// Ids of A, see [`Outside`].
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub span: Option<Vec<u32>>,
}
