//! How often does a surface go round a point? The winding number, exactly.

use dashu_int::IBig;

use crate::number::{P3, cross, dot, is_negative, is_zero, sub};
use crate::random::SplitMix64;

/// Sum over the triangles that a ray crosses: 1 where it comes out at the front, -1 at the back. The point is on no triangle.
/// Rays that meet an edge are thrown away.
pub fn winding(vertices: &[P3], triangles: &[[u32; 3]], point: &P3) -> i32 {
    let random = &mut SplitMix64(17);
    loop {
        let way: P3 = [0; 3].map(|_| IBig::from(random.integer(-999_983, 999_983)));
        if let Some(sum) = along(vertices, triangles, point, &way) {
            return sum;
        }
    }
}

/// None if the ray, or its line, meets an edge.
fn along(vertices: &[P3], triangles: &[[u32; 3]], point: &P3, way: &P3) -> Option<i32> {
    let mut sum = 0;
    // Each vertex from the point, and its place seen along the way.
    let from: Vec<P3> = vertices.iter().map(|v| sub(v, point)).collect();
    let seen: Vec<P3> = from.iter().map(|v| cross(way, v)).collect();
    for triangle in triangles {
        let [a, b, c] = triangle.map(|v| v as usize);
        let side = |u: usize, v: usize| dot(&seen[u], &from[v]);
        let ab = side(a, b);
        let bc = side(b, c);
        if is_negative(&ab) != is_negative(&bc) && !ab.is_zero() && !bc.is_zero() {
            continue;
        }
        let sides = [ab, bc, side(c, a)];
        if is_zero(&sides) {
            // Seen from its edge; its neighbours tell.
            continue;
        }
        let negative = sides.iter().filter(|s| is_negative(s)).count();
        let zeros = sides.iter().filter(|s| s.is_zero()).count();
        if zeros > 0 && (negative == 0 || negative + zeros == 3) {
            return None;
        }
        if zeros > 0 || !(negative == 0 || negative == 3) {
            continue;
        }
        let volume = dot(&from[a], &cross(&from[b], &from[c]));
        assert!(!volume.is_zero(), "the point is on the surface");
        let forward = is_negative(&volume) == (negative == 3);
        if forward {
            sum += if negative == 3 { -1 } else { 1 };
        }
    }
    Some(sum)
}
