//! Ruby's `Random`: the Mersenne Twister (MT19937), seeded with a number of any size.
//!
//! Invariant: with the same seed, the numbers are the same as in Ruby. The constants are those of the reference
//! implementation of MT19937.

/// The number of words in the state.
const SIZE: usize = 624;
/// The distance between two words of the state that are combined.
const MIDDLE: usize = 397;

/// A generator.
pub(super) struct Twister {
    state: Box<[u32; SIZE]>,
    /// The position of the next word of the state.
    position: usize,
}

impl Twister {
    /// The generator whose seed is the number with these bytes, the most significant byte first.
    pub(super) fn new(seed: &[u8]) -> Self {
        let mut words: Vec<u32> = seed
            .rchunks(4)
            .map(|bytes| bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)))
            .collect();
        while words.len() > 1 && words.last() == Some(&0) {
            words.pop();
        }
        // Ruby removes a highest word of 1, because it uses such a word to preserve leading zeros.
        if words.len() > 1 && words.last() == Some(&1) {
            words.pop();
        }
        let mut twister = Self::from_word(words.first().copied().unwrap_or(0));
        if words.len() > 1 {
            // The Mersenne Twister starts from this constant before it mixes an array of words.
            twister = Self::from_word(19_650_218);
            twister.mix(&words);
        }
        twister
    }

    /// The generator with a seed of one word.
    fn from_word(seed: u32) -> Self {
        let mut state = Box::new([0; SIZE]);
        state[0] = seed;
        let mut previous = seed;
        for (index, word) in (0_u32..).zip(state.iter_mut()).skip(1) {
            previous = 1_812_433_253_u32.wrapping_mul(previous ^ previous >> 30).wrapping_add(index);
            *word = previous;
        }
        Self { state, position: SIZE }
    }

    /// Mixes the words of a long seed into the state.
    fn mix(&mut self, words: &[u32]) {
        // This is the initialization of MT19937 by an array: `i` is an index of the state, `j` one of the words.
        let (mut i, mut j) = (1, 0);
        for _ in 0..SIZE.max(words.len()) {
            let previous = self.state[i - 1];
            let mixed = self.state[i] ^ (previous ^ previous >> 30).wrapping_mul(1_664_525);
            let word_index = u32::try_from(j).unwrap_or(u32::MAX);
            self.state[i] = mixed.wrapping_add(words[j]).wrapping_add(word_index);
            i = self.next_index(i);
            j = (j + 1) % words.len();
        }
        for _ in 1..SIZE {
            let previous = self.state[i - 1];
            let mixed = self.state[i] ^ (previous ^ previous >> 30).wrapping_mul(1_566_083_941);
            self.state[i] = mixed.wrapping_sub(u32::try_from(i).unwrap_or(u32::MAX));
            i = self.next_index(i);
        }
        self.state[0] = 0x8000_0000;
    }

    /// The index after another one. At the end of the state, its last word replaces the first, and mixing continues
    /// with the second.
    fn next_index(&mut self, index: usize) -> usize {
        if index + 1 < SIZE {
            return index + 1;
        }
        self.state[0] = self.state[SIZE - 1];
        1
    }

    /// Computes the next words of the state after all were used.
    fn renew(&mut self) {
        for index in 0..SIZE {
            // The highest bit of one word, and the other bits of the next one.
            let word = self.state[index] & 0x8000_0000 | self.state[(index + 1) % SIZE] & 0x7fff_ffff;
            let twist = if word & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[index] = self.state[(index + MIDDLE) % SIZE] ^ word >> 1 ^ twist;
        }
        self.position = 0;
    }

    /// The next 32 bits.
    fn word(&mut self) -> u32 {
        if self.position >= SIZE {
            self.renew();
        }
        let mut word = self.state[self.position];
        self.position += 1;
        // The tempering of MT19937: the bits of the word are mixed.
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// A number below `end`, which must not be 0.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        let limit = end.saturating_sub(1);
        if limit == 0 {
            return 0;
        }
        let mask = u64::MAX >> limit.leading_zeros();
        loop {
            let mut value = 0;
            // As in Ruby, the higher 32 bits are drawn first; if they exceed the limit, the lower ones are not drawn.
            for shift in [32, 0] {
                if mask >> shift & 0xffff_ffff == 0 {
                    continue;
                }
                value = (value | u64::from(self.word()) << shift) & mask;
                if value > limit {
                    break;
                }
            }
            if value <= limit {
                return value;
            }
        }
    }
}
