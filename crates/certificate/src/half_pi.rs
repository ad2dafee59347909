//! Digits of pi, for angles of any size.

use dashu_int::{IBig, UBig};

/// floor(pi 2^4096), in digits of four bits. A test computes it by Machin's formula.
const PI: &str = "\
    3243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89452821e638d0137\
    7be5466cf34e90c6cc0ac29b7c97c50dd3f84d5b5b54709179216d5d98979fb1bd1310ba698dfb5a\
    c2ffd72dbd01adfb7b8e1afed6a267e96ba7c9045f12c7f9924a19947b3916cf70801f2e2858efc1\
    6636920d871574e69a458fea3f4933d7e0d95748f728eb658718bcd5882154aee7b54a41dc25a59b\
    59c30d5392af26013c5d1b023286085f0ca417918b8db38ef8e79dcb0603a180e6c9e0e8bb01e8a3\
    ed71577c1bd314b2778af2fda55605c60e65525f3aa55ab945748986263e8144055ca396a2aab10b\
    6b4cc5c341141e8cea15486af7c72e993b3ee1411636fbc2a2ba9c55d741831f6ce5c3e169b87931\
    eafd6ba336c24cf5c7a325381289586773b8f48986b4bb9afc4bfe81b6628219361d809ccfb21a99\
    1487cac605dec8032ef845d5de98575b1dc262302eb651b8823893e81d396acc50f6d6ff383f4423\
    92e0b4482a484200469c8f04a9e1f9b5e21c66842f6e96c9a670c9c61abd388f06a51a0d2d8542f6\
    8960fa728ab5133a36eef0b6c137a3be4ba3bf0507efb2a98a1f1651d39af017666ca593e82430e8\
    88cee8619456f9fb47d84a5c33b8b5ebee06f75d885c12073401a449f56c16aa64ed3aa62363f770\
    61bfedf72429b023d37d0d724d00a1248db0fead349f1c09b075372c980991b7b";

/// Places of [`PI`].
#[cfg(test)]
const PLACES: usize = 4096;

/// floor(pi/2 2^places) or one less. `places` is at most 4,000.
pub(super) fn half_pi(places: usize) -> IBig {
    // The digit before the point and those behind it, two more than asked for.
    let digits = &PI[..places / 4 + 2];
    let pi = UBig::from_str_radix(digits, 16).unwrap_or(UBig::ZERO);
    let known = 4 * (digits.len() - 1);
    IBig::from(pi >> (known + 1 - places))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// atan(1/n) 2^places = sum of (-1)^k / ((2k + 1) n^(2k + 1)).
    fn arc_of_inverse(n: u32, places: usize) -> IBig {
        let (n, mut sum) = (IBig::from(n), IBig::ZERO);
        let mut power = (IBig::ONE << places) / &n;
        let square = &n * &n;
        for k in 0_u32.. {
            if power == IBig::ZERO {
                break;
            }
            let term = &power / IBig::from(2 * k + 1);
            sum = if k % 2 == 0 { sum + term } else { sum - term };
            power /= &square;
        }
        sum
    }

    #[test]
    fn the_digits_of_pi_are_right() {
        let guard = 64;
        let places = PLACES + guard;
        let (five, other) = (arc_of_inverse(5, places), arc_of_inverse(239, places));
        let machin = (five * IBig::from(16) - other * IBig::from(4)) >> guard;
        let pi = IBig::from(UBig::from_str_radix(PI, 16).unwrap());
        // Bits that all agree, but for the rounding of the series.
        assert_eq!(machin, pi);
        for places in [7, 53, 300, 384, 2432, 3600] {
            let half = half_pi(places);
            let off = (&pi >> (PLACES + 1 - places)) - half;
            assert!(off == IBig::ZERO || off == IBig::ONE, "{places}");
        }
    }
}
