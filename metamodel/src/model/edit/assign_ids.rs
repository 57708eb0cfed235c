//! Assigns ids to objects that have none. Unlike the ids that EMF generates, they are the same in every run.

use super::super::{DocumentId, Model, ObjectId};
use rustc_hash::FxHashSet;

/// The initial value of the hash FNV-1a with 128 bits.
const FNV_OFFSET_BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
/// The prime of the hash.
const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// Continues a hash with further bytes.
fn hash(start: u128, bytes: &[u8]) -> u128 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(FNV_PRIME))
}

/// The id for a hash: an underscore and 22 characters, as in EMF's ids.
fn id_text(mut hash: u128) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    let mut out = String::from("_");
    // A character encodes six bits, so 22 characters encode all 128.
    for _ in 0..22 {
        out.push(char::from(DIGITS[(hash & 63) as usize]));
        hash >>= 6;
    }
    out
}

impl Model {
    /// Assigns an `xmi:id` to every object of a document that has no `xmi:id`. The ids depend on the
    /// document's name and the object's position in it.
    pub fn assign_xmi_ids(&mut self, document: DocumentId) {
        let roots = self.document(document).roots().to_vec();
        // The hash does not include the directory, so that ids do not depend on the location of the file.
        let name = self.document(document).uri.rsplit('/').next().unwrap_or_default();
        let start = hash(FNV_OFFSET_BASIS, name.as_bytes());
        // Ids of other documents are avoided as well, because objects may move between the documents of a model.
        let mut taken_ids: FxHashSet<String> = self
            .objects()
            .filter(|object| !self.is_proxy(*object))
            .filter_map(|object| self.xmi_id(object).map(str::to_owned))
            .collect();
        let mut stack: Vec<(ObjectId, u128)> = roots
            .iter()
            .enumerate()
            .rev()
            .map(|(position, root)| (*root, hash_position(start, position)))
            .collect();
        while let Some((object, path_hash)) = stack.pop() {
            if self.is_proxy(object) {
                continue;
            }
            if self.xmi_id(object).is_none() {
                let mut id_hash = path_hash;
                let mut id = id_text(id_hash);
                while !taken_ids.insert(id.clone()) {
                    // Another attempt uses position 0, because the positions of children begin with 1.
                    id_hash = hash_position(id_hash, 0);
                    id = id_text(id_hash);
                }
                self.set_xmi_id(object, &id);
            }
            let first_content = stack.len();
            stack.extend(
                self.contents(object)
                    .enumerate()
                    .map(|(position, child)| (child, hash_position(path_hash, position + 1))),
            );
            // The order is reversed, because the last object on the stack is visited first.
            stack[first_content..].reverse();
        }
    }
}

/// Continues the hash of a path with a position.
fn hash_position(start: u128, position: usize) -> u128 {
    hash(start, &(position as u64).to_le_bytes())
}
