//! A surface over a grid, of heights alone.
//!
//! Problem: terrain of ten million cells. Idea: nothing is kept but the heights, as f32 or f64, and the least and largest of
//! each block of cells, of each block of blocks and so on: three bytes a cell. Triangles are made while they are queried.

use nalgebra::Vector3;

use crate::bvh::aabb::Aabb;
use crate::bvh::box_tree::{LANES, NodeContents};
use crate::error::{Error, Result, check_number};
use crate::numeric::memory::check_memory;
use crate::numeric::scaling::is_ordinary;
use crate::numeric::single::{f32_above, f32_below};
use crate::shape::bounding_volume::BoundingVolume;

/// Heights of a grid, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Heights {
    F32(Box<[f32]>),
    F64(Box<[f64]>),
}

/// A surface over a grid: two triangles a cell. Immutable; queries take it as a [`SharedBody`](crate::SharedBody).
///
/// The vertex of row r and column c is at x = origin.x + c spacing.x, y = origin.y + r spacing.y, each rounded to the nearest
/// f64, with its height for z. The cell of row r and column c has the corners of rows r and r + 1 and columns c and c + 1; its
/// diagonal runs from (r, c) to (r + 1, c + 1). Cells are numbered row by row; cell k has the triangles 2k, on the side of
/// (r, c + 1), and 2k + 1, on the side of (r + 1, c). A height of NaN is a hole: of no cell that has it for a corner, up to four,
/// is either triangle there.
/// Vertices are numbered row by row.
#[derive(Debug, Clone)]
pub struct HeightField {
    heights: Heights,
    /// Rows of vertices.
    rows: u32,
    columns: u32,
    spacing: [f64; 2],
    origin: [f64; 2],
    /// From blocks of cells to one that holds all.
    levels: Box<[Level]>,
    around: BoundingVolume,
}

/// Least and largest heights of blocks.
#[derive(Debug, Clone)]
struct Level {
    columns: u32,
    rows: u32,
    /// The least above the largest: there is no cell.
    heights: Box<[[f32; 2]]>,
}

/// Cells of a block of the first level, along each side.
const BLOCK: u32 = 2;

/// What building needs at most, in bytes a height.
const BYTES_PER_HEIGHT: usize = 40;

impl HeightField {
    /// Builds a field from heights in f64, row by row, `columns` in each. NaN is a hole, and so are all cells around it.
    ///
    /// Costs and allocates in proportion to the count. Fewer than two rows or columns have no cell: the empty body.
    ///
    /// # Errors
    /// [`Error::HeightField`] when the list is no whole number of rows, a height is infinite, the spacing not positive, or
    /// there are 2^31 cells or more; [`Error::NonFinite`].
    ///
    /// ```
    /// use interframe::{HeightField, PairState, Pose, PosedPair, SharedBody, Verdict, WithinOptions, within};
    /// use nalgebra::Vector3;
    ///
    /// let heights = [0.0, 0.0, 1.0, 0.0, 0.0, f64::NAN];
    /// let slope = SharedBody::from(HeightField::new(&heights, 3, [1.0, 1.0], [0.0, 0.0])?);
    /// let ball = SharedBody::sphere(0.25)?;
    /// let (here, above) = (Pose::identity(), Pose::from_translation(Vector3::new(0.5, 0.5, 0.3))?);
    /// let pair = PosedPair::new(&slope, &here, &ball, &above);
    /// let options = WithinOptions { distance: 0.0625, ..Default::default() };
    /// assert_eq!(within(&pair, &options, &mut PairState::default())?.verdict, Verdict::Hit);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn new(
        heights: &[f64],
        columns: usize,
        spacing: [f64; 2],
        origin: [f64; 2],
    ) -> Result<Self> {
        check_memory(heights.len(), BYTES_PER_HEIGHT)?;
        // Adding 0.0 turns -0.0 into 0.0 and nothing else.
        let heights = heights.iter().map(|z| z + 0.0).collect();
        HeightField::of(Heights::F64(heights), columns, spacing, origin)
    }

    /// Builds a field from heights in f32, which take half the memory.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    pub fn from_f32(
        heights: &[f32],
        columns: usize,
        spacing: [f64; 2],
        origin: [f64; 2],
    ) -> Result<Self> {
        check_memory(heights.len(), BYTES_PER_HEIGHT)?;
        let heights = heights.iter().map(|z| z + 0.0).collect();
        HeightField::of(Heights::F32(heights), columns, spacing, origin)
    }

    fn of(heights: Heights, columns: usize, spacing: [f64; 2], origin: [f64; 2]) -> Result<Self> {
        let wrong = |what| Err(Error::HeightField { what });
        let count = match &heights {
            Heights::F32(heights) => heights.len(),
            Heights::F64(heights) => heights.len(),
        };
        if columns == 0 && count > 0 || columns > 0 && !count.is_multiple_of(columns) {
            return wrong("the heights are no whole number of rows");
        }
        let rows = count.checked_div(columns).unwrap_or(0);
        if rows
            .saturating_sub(1)
            .saturating_mul(columns.saturating_sub(1))
            >= 1 << 31
            || count > u32::MAX as usize
        {
            return wrong("2^31 cells or more");
        }
        for (value, what) in spacing.into_iter().zip(["spacing.x", "spacing.y"]) {
            check_number(what, value)?;
            if value <= 0.0 {
                return wrong("the spacing must be positive");
            }
        }
        for (value, what) in origin.into_iter().zip(["origin.x", "origin.y"]) {
            check_number(what, value)?;
        }
        let infinite = match &heights {
            Heights::F32(heights) => heights.iter().any(|z| z.is_infinite()),
            Heights::F64(heights) => heights.iter().any(|z| z.is_infinite()),
        };
        if infinite {
            return wrong("a height is infinite; a hole is NaN");
        }
        let mut field = HeightField {
            heights,
            rows: rows as u32,
            columns: columns as u32,
            spacing,
            origin,
            levels: Box::default(),
            around: BoundingVolume::new(Aabb::EMPTY, |_| 0.0),
        };
        let far = [field.x(field.columns), field.y(field.rows)];
        if far.iter().any(|x| !x.is_finite()) {
            return wrong("the last vertex is beyond f64");
        }
        field.levels = field.pyramid();
        if let Some(top) = field.levels.last()
            && top.heights[0][0] <= top.heights[0][1]
        {
            let mut held = field.box_of(field.root().expect("a level"));
            let farthest = held.low[2].abs().max(held.high[2].abs());
            if farthest > 0.0 && !is_ordinary(farthest) {
                [held.low[2], held.high[2]] = field.height_range();
            }
            field.around = BoundingVolume::new(held, |center| {
                let side = |k: usize| (held.high[k] - center[k]).max(center[k] - held.low[k]);
                crate::numeric::scaling::length_up(&Vector3::new(side(0), side(1), side(2)))
            });
        }
        Ok(field)
    }

    /// Rows of vertices.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Vertices of a row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Between columns and between rows.
    #[must_use]
    pub fn spacing(&self) -> [f64; 2] {
        self.spacing
    }

    /// Returns x and y of row 0 and column 0.
    #[must_use]
    pub fn origin(&self) -> [f64; 2] {
        self.origin
    }

    /// NaN of a hole.
    ///
    /// # Panics
    /// When there is no such row or column.
    #[must_use]
    pub fn height(&self, row: usize, column: usize) -> f64 {
        assert!(row < self.rows() && column < self.columns(), "a vertex");
        self.z(row as u32, column as u32)
    }

    /// The heights, row by row.
    pub(crate) fn heights(&self) -> &Heights {
        &self.heights
    }

    /// Memory that it takes, in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let heights = match &self.heights {
            Heights::F32(heights) => size_of_val::<[f32]>(heights),
            Heights::F64(heights) => size_of_val::<[f64]>(heights),
        };
        let level = |level: &Level| size_of::<Level>() + size_of_val::<[[f32; 2]]>(&level.heights);
        size_of::<Self>() + heights + self.levels.iter().map(level).sum::<usize>()
    }

    #[inline(always)]
    fn x(&self, column: u32) -> f64 {
        self.origin[0] + f64::from(column) * self.spacing[0]
    }

    #[inline(always)]
    fn y(&self, row: u32) -> f64 {
        self.origin[1] + f64::from(row) * self.spacing[1]
    }

    #[inline(always)]
    fn z(&self, row: u32, column: u32) -> f64 {
        let at = row as usize * self.columns as usize + column as usize;
        match &self.heights {
            Heights::F32(heights) => f64::from(heights[at]),
            Heights::F64(heights) => heights[at],
        }
    }

    /// The three vertices of a triangle: row and column of each, counter-clockwise from above.
    fn places(&self, triangle: u32) -> [[u32; 2]; 3] {
        let cell = triangle / 2;
        let (r, c) = (cell / (self.columns - 1), cell % (self.columns - 1));
        match triangle % 2 {
            0 => [[r, c], [r, c + 1], [r + 1, c + 1]],
            _ => [[r, c], [r + 1, c + 1], [r + 1, c]],
        }
    }

    /// The numbers of its vertices.
    pub(crate) fn vertex_ids(&self, triangle: u32) -> [u32; 3] {
        self.places(triangle).map(|[r, c]| r * self.columns + c)
    }

    #[inline(always)]
    pub(crate) fn corners(&self, triangle: u32) -> [Vector3<f64>; 3] {
        let vertex = |[r, c]: [u32; 2]| Vector3::new(self.x(c), self.y(r), self.z(r, c));
        self.places(triangle).map(vertex)
    }

    /// Those across its edges from corner 0 to 1, 1 to 2, 2 to 0; `u32::MAX` where there is none.
    pub(crate) fn neighbors(&self, triangle: u32) -> [u32; 3] {
        let across = self.columns - 1;
        let cell = triangle / 2;
        let (r, c) = (cell / across, cell % across);
        let beside = |there: bool, cell: u32, second: u32| {
            let row = || cell / across;
            match there && self.has_cell(row(), cell % across) {
                true => 2 * cell + second,
                false => u32::MAX,
            }
        };
        match triangle % 2 {
            0 => [
                beside(r > 0, cell.wrapping_sub(across), 1),
                beside(c + 1 < across, cell + 1, 1),
                2 * cell + 1,
            ],
            _ => [
                2 * cell,
                beside(r + 2 < self.rows, cell + across, 0),
                beside(c > 0, cell.wrapping_sub(1), 0),
            ],
        }
    }

    pub(crate) fn has_cell(&self, row: u32, column: u32) -> bool {
        let is_hole = |r: u32, c: u32| self.z(r, c).is_nan();
        !(is_hole(row, column)
            || is_hole(row, column + 1)
            || is_hole(row + 1, column)
            || is_hole(row + 1, column + 1))
    }

    /// The two triangles of a cell, the lower number first.
    pub(crate) fn triangles_of(&self, row: u32, column: u32) -> [u32; 2] {
        let cell = row * (self.columns - 1) + column;
        [2 * cell, 2 * cell + 1]
    }

    /// Returns whether both hold the same numbers, holes included.
    pub(crate) fn same_points(&self, other: &HeightField) -> bool {
        let grid = |field: &HeightField| (field.rows, field.columns, field.spacing, field.origin);
        let bits = |field: &HeightField, r: u32, c: u32| {
            let z = field.z(r, c);
            (!z.is_nan()).then(|| z.to_bits())
        };
        let same = |r: u32| (0..self.columns).all(|c| bits(self, r, c) == bits(other, r, c));
        grid(self) == grid(other) && (0..self.rows).all(same)
    }

    pub(crate) fn bounding_volume(&self) -> &BoundingVolume {
        &self.around
    }

    pub(crate) fn root(&self) -> Option<u64> {
        let top = self.levels.len().checked_sub(1)?;
        Some((top as u64) << 32)
    }

    pub(crate) fn box_of(&self, node: u64) -> Aabb {
        let (level, at) = (node >> 32, node as u32);
        let Level {
            columns, heights, ..
        } = &self.levels[level as usize];
        let [low, high] = heights[at as usize].map(f64::from);
        let (row, column) = (at / columns, at % columns);
        let cells = BLOCK << level;
        let last = |block: u32, of: u32| ((block + 1).saturating_mul(cells)).min(of - 1);
        Aabb {
            low: [self.x(column * cells), self.y(row * cells), low],
            high: [
                self.x(last(column, self.columns)),
                self.y(last(row, self.rows)),
                high,
            ],
        }
    }

    pub(crate) fn open(&self, node: u64) -> NodeContents {
        let (level, at) = ((node >> 32) as usize, node as u32);
        let columns = self.levels[level].columns;
        let (row, column) = (at / columns, at % columns);
        if level == 0 {
            let cells = |block: u32, of: u32| [block * BLOCK, (block * BLOCK + BLOCK).min(of - 1)];
            return NodeContents::Cells([cells(column, self.columns), cells(row, self.rows)]);
        }
        let below = &self.levels[level - 1];
        let (mut nodes, mut count) = ([0; LANES], 0);
        for r in 2 * row..(2 * row + 2).min(below.rows) {
            for c in 2 * column..(2 * column + 2).min(below.columns) {
                let at = r * below.columns + c;
                let [low, high] = below.heights[at as usize];
                if low <= high {
                    nodes[count] = ((level as u64 - 1) << 32) | u64::from(at);
                    count += 1;
                }
            }
        }
        NodeContents::Nodes(nodes, count)
    }

    fn pyramid(&self) -> Box<[Level]> {
        if self.rows < 2 || self.columns < 2 {
            return Box::default();
        }
        let [across, down_rows] = [self.columns - 1, self.rows - 1];
        let mut levels = vec![self.blocks(across.div_ceil(BLOCK), down_rows.div_ceil(BLOCK))];
        loop {
            let below = &levels[levels.len() - 1];
            if below.heights.len() == 1 {
                return levels.into();
            }
            let (columns, rows) = (below.columns.div_ceil(2), below.rows.div_ceil(2));
            let of_four = |at: u32| {
                let (row, column) = (at / columns, at % columns);
                let mut held = [f32::INFINITY, f32::NEG_INFINITY];
                for r in 2 * row..(2 * row + 2).min(below.rows) {
                    for c in 2 * column..(2 * column + 2).min(below.columns) {
                        let [low, high] = below.heights[(r * below.columns + c) as usize];
                        held = [held[0].min(low), held[1].max(high)];
                    }
                }
                held
            };
            let heights = (0..columns * rows).map(of_four).collect();
            levels.push(Level {
                columns,
                rows,
                heights,
            });
        }
    }

    /// The least and the largest height of a cell, in f64: what f32 cannot hold would make a box without end of one far height.
    fn height_range(&self) -> [f64; 2] {
        let cells = (0..self.rows - 1).flat_map(|r| (0..self.columns - 1).map(move |c| [r, c]));
        let used = cells.filter(|&[r, c]| self.has_cell(r, c));
        let corners = used.flat_map(|[r, c]| [[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]]);
        corners.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], [r, c]| {
            let z = self.z(r, c);
            [low.min(z), high.max(z)]
        })
    }

    /// The first level.
    fn blocks(&self, columns: u32, rows: u32) -> Level {
        let block = |at: u32| {
            let (row, column) = (at / columns, at % columns);
            let mut held = [f32::INFINITY, f32::NEG_INFINITY];
            for r in row * BLOCK..(row * BLOCK + BLOCK).min(self.rows - 1) {
                for c in column * BLOCK..(column * BLOCK + BLOCK).min(self.columns - 1) {
                    if !self.has_cell(r, c) {
                        continue;
                    }
                    for z in [[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]] {
                        let z = self.z(z[0], z[1]);
                        held = [held[0].min(f32_below(z)), held[1].max(f32_above(z))];
                    }
                }
            }
            held
        };
        Level {
            columns,
            rows,
            heights: (0..columns * rows).map(block).collect(),
        }
    }
}
