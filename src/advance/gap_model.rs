//! How far a plane may be carried: what the two gaps at the ends of a step prove, and what may be hoped
//! for before the farther one is known.

/// The gap along a plane `y` from now, as far as it is known: `gap + rate y + bend y^2 / 2`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct GapModel {
    pub(crate) gap: f64,
    pub(crate) rate: f64,
    pub(crate) bend: f64,
}

impl GapModel {
    /// The gap between what two bodies reach, from a distance `level` that grows at the rate `travel`.
    #[inline(always)]
    pub(crate) fn between(level: f64, travel: f64, a: &Self, b: &Self) -> Self {
        GapModel {
            gap: level - (a.gap + b.gap),
            rate: travel - (a.rate + b.rate),
            bend: -(a.bend + b.bend),
        }
    }

    /// This gap as a function of the time since `x` earlier.
    #[inline(always)]
    pub(crate) fn seen_from_before(&self, x: f64) -> Self {
        let GapModel { gap, rate, bend } = *self;
        GapModel {
            gap: (gap - rate * x) + 0.5 * bend * x * x,
            rate: rate - bend * x,
            bend,
        }
    }

    /// The parabola with the gap and the rate of this one, and the gap `b` at `x`; opening no faster
    /// than a line.
    #[inline(always)]
    pub(crate) fn through(&self, x: f64, b: f64) -> Self {
        let off = b - (self.gap + self.rate * x);
        GapModel {
            bend: 2.0 * off.min(0.0) / (x * x),
            ..*self
        }
    }

    /// The farthest y that would be proved if the gap became what the model says: sqrt(a) + sqrt(b(y)) =
    /// y sqrt(K/2), or b(y) = aim; `a` is the gap now. May be infinite.
    #[inline(always)]
    pub(crate) fn farthest(&self, a: f64, curvature: f64, aim: f64) -> f64 {
        let (rate, half_bend, bulge) = (self.rate, 0.5 * self.bend, 0.5 * curvature);
        let fall = self.gap - aim;
        let mut touch = f64::INFINITY;
        // A model from a look beyond may tell of a gap that opens later.
        if fall > 0.0 {
            // NaN where it never falls so far.
            let down = (rate * rate - 4.0 * half_bend * fall).sqrt() - rate;
            if down > 0.0 {
                touch = 2.0 * fall / down;
            }
            if touch * touch * bulge <= a {
                return touch;
            }
        }
        // (K/2 - bend/2) y^2 - (2 sqrt(a K/2) + rate) y + (a - gap) = 0, its larger root.
        let (p, q, r) = (
            bulge - half_bend,
            2.0 * (a * bulge).sqrt() + rate,
            a - self.gap,
        );
        if p <= 0.0 {
            return touch;
        }
        let square = q * q - 4.0 * p * r;
        if square < 0.0 {
            return 0.0;
        }
        ((q + square.sqrt()) / (2.0 * p)).min(touch)
    }
}

/// Whether a plane with gaps `a` and `b` at its ends stays clear by more than `least` in between,
/// `bulge` being K X^2 / 2.
#[inline(always)]
pub(crate) fn stays_clear(a: f64, b: f64, bulge: f64, least: f64) -> bool {
    // The lowest point lies inside only when the ends are nearly level.
    let low = if (a - b).abs() >= bulge {
        a.min(b)
    } else {
        let x = bulge + a - b;
        a - x * x / (4.0 * bulge)
    };
    low > least
}

#[cfg(test)]
mod tests {
    use twin::random::case_generator;

    use super::*;

    /// The farthest step is proved clear, and a little beyond is not.
    #[test]
    fn the_farthest_step_is_just_clear() {
        let (mut parted, mut touched) = (0, 0);
        for index in 0..20_000 {
            let rng = &mut case_generator(70, index);
            let a = rng.between(0.0, 1.0);
            let model = GapModel {
                gap: [a, rng.between(0.0, 1.0)][index as usize % 2],
                rate: rng.between(-2.0, 2.0),
                bend: rng.between(-3.0, 0.0),
            };
            let (curvature, aim) = (rng.between(0.01, 4.0), 1e-3 * a);
            let y = model.farthest(a, curvature, aim);
            let clear = |y: f64| {
                let b = model.seen_from_before(-y).gap;
                b >= aim - 1e-9 && stays_clear(a, b, 0.5 * curvature * y * y, -1e-9)
            };
            if y.is_finite() && y > 0.0 {
                assert!(clear(y), "{index}: {model:?} {a} {curvature} {y}");
                let beyond = model.seen_from_before(-y * 1.001).gap;
                if beyond < aim {
                    touched += 1;
                } else {
                    assert!(!clear(y * 1.001), "{index}: {model:?} {a} {curvature} {y}");
                    parted += 1;
                }
            }
        }
        assert!(
            parted > 5000 && touched > 1000,
            "{parted} end by their bulge, {touched} at the aim"
        );
    }

    #[test]
    fn the_same_parabola_from_before_and_through_a_look() {
        let (gap, rate, bend) = (0.5, -0.25, -0.75);
        let model = GapModel { gap, rate, bend };
        assert_eq!(model.seen_from_before(0.5).seen_from_before(-0.5), model);
        let line = GapModel { bend: 0.0, ..model };
        let later = model.seen_from_before(-2.0).gap;
        assert_eq!(line.through(2.0, later), model);
    }
}
