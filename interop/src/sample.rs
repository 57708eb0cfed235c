//! The options of comparisons with random cases: `--seed N` and `--count N`.

/// The seed, and the number of cases.
pub(crate) type Sample = (u64, usize);

/// The sample that the arguments request; values that they leave out are those of the usual sample.
pub(crate) fn sample(arguments: &[&str], usual: Sample) -> Result<Sample, String> {
    let (mut seed, mut count) = usual;
    for pair in arguments.chunks(2) {
        match pair {
            ["--seed", text] => seed = text.parse().map_err(|_| "the seed must be a number")?,
            ["--count", text] => count = text.parse().map_err(|_| "the count must be a number")?,
            _ => return Err("options are --seed N and --count N".to_owned()),
        }
    }
    Ok((seed, count))
}
