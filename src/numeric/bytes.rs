//! Numbers as bytes, little endian, and back; and a check sum that is the same on every machine.

use crate::error::{Error, Result};

/// Mixes words into one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mix(pub(crate) u64);

impl Mix {
    pub(crate) const START: Mix = Mix(0x243f_6a88_85a3_08d3);

    /// Odd multiplier and rotation: every bit of a word reaches the upper half, and the lower by the next.
    pub(crate) fn with(self, word: u64) -> Self {
        Mix((self.0 ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29))
    }
}

fn check_sum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mixed = words
        .iter()
        .fold(Mix::START, |mix, word| mix.with(u64::from_le_bytes(*word)));
    let mixed = rest
        .iter()
        .fold(mixed, |mix, byte| mix.with(u64::from(*byte)));
    mixed.with(bytes.len() as u64).0
}

/// Bytes that are written.
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn word(&mut self, word: u32) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    pub(crate) fn words(&mut self, words: impl IntoIterator<Item = u32>) {
        words.into_iter().for_each(|word| self.word(word));
    }

    pub(crate) fn long(&mut self, long: u64) {
        self.0.extend_from_slice(&long.to_le_bytes());
    }

    pub(crate) fn numbers<'a>(&mut self, numbers: impl IntoIterator<Item = &'a f64>) {
        numbers.into_iter().for_each(|x| self.long(x.to_bits()));
    }

    /// All bytes, and their check sum.
    pub(crate) fn sealed(mut self) -> Vec<u8> {
        let sum = check_sum(&self.0);
        self.long(sum);
        self.0
    }
}

/// What may be wrong with bytes before their content.
pub(crate) struct SealErrors {
    pub(crate) cut_short: Error,
    pub(crate) other_kind: Error,
    pub(crate) other_version: Error,
    pub(crate) damaged: Error,
}

/// Bytes that are read.
pub(crate) struct Reader<'a> {
    pub(crate) rest: &'a [u8],
    cut_short: Error,
}

impl<'a> Reader<'a> {
    /// The content of sealed bytes that begin with this mark and version.
    pub(crate) fn open(
        bytes: &'a [u8],
        (mark, version): (&[u8; 8], u32),
        errors: SealErrors,
    ) -> Result<Self> {
        let Some((content, sum)) = bytes.split_last_chunk::<8>() else {
            return Err(errors.cut_short);
        };
        let mut from = Reader {
            rest: content,
            cut_short: errors.cut_short,
        };
        if from.take::<8>()? != *mark {
            return Err(errors.other_kind);
        }
        if from.word()? != version {
            return Err(errors.other_version);
        }
        match u64::from_le_bytes(*sum) == check_sum(content) {
            true => Ok(from),
            false => Err(errors.damaged),
        }
    }

    pub(crate) fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.list::<N>(1).map(|list| list[0])
    }

    pub(crate) fn word(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    pub(crate) fn long(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    pub(crate) fn number(&mut self) -> Result<f64> {
        Ok(f64::from_bits(self.long()?))
    }

    /// Reads this many items of N bytes. They must be there, so what is made of them takes memory in proportion to the bytes.
    pub(crate) fn list<const N: usize>(&mut self, count: u32) -> Result<&'a [[u8; N]]> {
        let split = (count as usize)
            .checked_mul(N)
            .and_then(|size| self.rest.split_at_checked(size));
        let (taken, rest) = split.ok_or_else(|| self.cut_short.clone())?;
        self.rest = rest;
        Ok(taken.as_chunks().0)
    }

    pub(crate) fn words(&mut self, count: u32) -> Result<Vec<u32>> {
        let list = self.list::<4>(count)?;
        Ok(list.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }
}
