//! The orders of entries in Java's and EMF's hash tables, which are visible in documents.

/// `String.hashCode`.
fn hash(text: &str) -> u32 {
    let mut hash = 0u32;
    // Java hashes UTF-16 units, so characters beyond the BMP count as two.
    for unit in text.encode_utf16() {
        hash = hash.wrapping_mul(31).wrapping_add(u32::from(unit));
    }
    hash
}

/// The order of a `java.util.HashMap`, as positions of its keys in the order of insertion. The keys must be distinct.
pub(super) fn hash_map_order(keys: &[&str]) -> Vec<usize> {
    let mut buckets = 16u32;
    // Java doubles the table when it is more than three quarters full.
    while keys.len() > buckets as usize / 4 * 3 {
        buckets *= 2;
    }
    let mut order: Vec<usize> = (0..keys.len()).collect();
    // The sort must be stable: in one bucket, Java iterates in the order of insertion, which resizing preserves.
    order.sort_by_key(|position| {
        let hash = hash(keys[*position]);
        // `HashMap.hash` mixes the high bits in, because only the low ones select the bucket.
        (hash ^ (hash >> 16)) & (buckets - 1)
    });
    order
}

/// The positions of keys, in the order in which EMF's `BasicEMap` iterates over them; a key may be null.
pub(super) fn emap_order(keys: &[Option<&str>]) -> Vec<usize> {
    let bucket_of = |position: usize, bucket_count: usize| {
        let key_hash = keys[position].map_or(0, hash);
        // Java clears the sign bit before it computes the remainder, so that no bucket is negative.
        let positive_hash = key_hash & 0x7fff_ffff;
        positive_hash as usize % bucket_count
    };
    let mut table: Vec<Vec<usize>> = vec![Vec::new()];
    for position in 0..keys.len() {
        if position + 1 > table.len() {
            // The table grows as in `BasicEMap.grow`.
            let mut larger = vec![Vec::new(); 2 * table.len() + 4];
            // The entries are reinserted in the order of the old table, not in the order of insertion, which changes
            // the order within buckets.
            for entry in table.into_iter().flatten() {
                let bucket = bucket_of(entry, larger.len());
                larger[bucket].push(entry);
            }
            table = larger;
        }
        let bucket = bucket_of(position, table.len());
        table[bucket].push(position);
    }
    table.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_in_the_order_of_their_buckets() {
        let keys = ["http://x", "http://b", "http://zzz", "http://y", "http://www"];
        let order = hash_map_order(&keys);
        assert_eq!(order, [0, 3, 1, 4, 2]);
        let second: Vec<Option<&str>> = order.iter().map(|at| Some(keys[*at])).collect();
        let shown: Vec<&str> = emap_order(&second).into_iter().filter_map(|at| second[at]).collect();
        assert_eq!(shown, ["http://b", "http://zzz", "http://x", "http://y", "http://www"]);
    }
}
