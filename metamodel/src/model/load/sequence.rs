//! Resolves what a document refers to one by one, as EMF does: for documents in which that makes a difference.
//!
//! References that contain objects change what paths lead to, and paths may lead through references. So each sees
//! what those before it did, in the order of [`super::order`].

use super::Loader;
use super::blocks::{BLOCK, Blocks};
use super::moves::Move;
use super::noting::Reference;
use super::order::{self, Place, Said, Way};
use super::references::{Rest, Search, is_of_ecore, is_path};
use crate::model::ObjectId;

/// One reference.
struct Statement {
    place: Place,
    reference: Reference,
    /// What it leads to before anything is moved.
    found: Option<ObjectId>,
    /// The containment that it is, if it stands in no slot.
    moving: Option<Move>,
    /// Whether it contains an object, from either end.
    contains: bool,
}

impl Said for Statement {
    fn place(&self) -> Place {
        self.place
    }

    fn set_way(&mut self, way: Way) {
        self.place.way = way;
    }
}

impl Loader<'_, '_> {
    /// Resolves what is left: a block, those after it, and the moves.
    pub(super) fn go_in_sequence(
        &mut self,
        block: Vec<Reference>,
        blocks: Blocks,
        search: &mut Search<'_>,
        rest: &mut Rest,
    ) {
        let mut statements = self.statements(block, blocks, search);
        if !statements.iter().any(|one| one.contains) {
            // What elements stand for is the same whenever it is looked for, and there from the beginning.
            let late = statements.iter_mut().filter(|one| one.place.way == Way::Late);
            late.for_each(|one| one.set_way(Way::Element));
        }
        order::arrange(&mut statements);
        let misplaced = self.misplaced(statements.iter().filter_map(|one| Some((one.moving?, one.found?))));
        let mut moved = false;
        let together =
            |a: &Statement, b: &Statement| a.place.way == Way::LongAttribute && a.place.is_with(&b.place);
        for group in statements.chunk_by_mut(together) {
            for one in &mut *group {
                one.found = self.find_now(one, moved, search);
            }
            for one in group {
                moved |= one.contains;
                match one.moving {
                    Some(moving) => {
                        if let Err(why) = self.carry_out(&moving, one.found, &misplaced) {
                            rest.refuse(&one.reference, moving.feature, why, &search.texts);
                        }
                    }
                    None => self.settle(&one.reference, one.found, search, rest),
                }
            }
        }
    }

    /// All that is to be done, with what it leads to before the first of it is done.
    fn statements(
        &self,
        mut block: Vec<Reference>,
        mut blocks: Blocks,
        search: &mut Search<'_>,
    ) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut found = [None; BLOCK];
        if block.is_empty() {
            blocks.next(self.model, &mut block);
        }
        while !block.is_empty() {
            self.look_up(&block, search, &mut found);
            let known = block.iter().zip(found);
            statements
                .extend(known.map(|(reference, found)| self.statement(*reference, found, None, search)));
            blocks.next(self.model, &mut block);
        }
        for moves in self.moves.chunks(BLOCK) {
            let references: Vec<Reference> = moves.iter().map(|wanted| wanted.reference).collect();
            self.look_up(&references, search, &mut found);
            let known = moves.iter().zip(found);
            statements.extend(
                known.map(|(wanted, found)| self.statement(wanted.reference, found, Some(*wanted), search)),
            );
        }
        statements
    }

    fn statement(
        &self,
        reference: Reference,
        found: Option<ObjectId>,
        moving: Option<Move>,
        Search { texts, metamodel, .. }: &Search<'_>,
    ) -> Statement {
        let table = metamodel.table(self.model.class(reference.object));
        let feature = table.all_features()[reference.slot as usize];
        let is_before = found.is_some_and(|found| found <= reference.object);
        let way = match moving {
            Some(Move { stand_in: Some(_), .. }) => Way::Element,
            None if texts.stand_in(&reference).is_some() && metamodel[feature].opposite().is_some() => {
                Way::Element
            }
            None if texts.stand_in(&reference).is_some() => Way::Late,
            _ if is_before && is_of_ecore(self.model, reference.object) => Way::AtOnce,
            _ => Way::Attribute,
        };
        let contains = moving.is_some() || metamodel.is_container(feature);
        Statement { place: texts.place(&reference, way), reference, found, moving, contains }
    }

    /// What a reference leads to once those before it are resolved. Where it goes by names or keys, it is what they
    /// led to before anything was moved.
    fn find_now(&mut self, one: &Statement, moved: bool, search: &mut Search<'_>) -> Option<ObjectId> {
        let text = search.texts.of(&one.reference);
        let is_open = one.found.is_none() && is_path(text);
        if (moved || is_open) && goes_by_positions(text) {
            return self.placing.find(self.model, self.document, text);
        }
        if !is_open {
            return one.found;
        }
        let (model, index) = (&*self.model, &search.index);
        search.resolver.resolve(model, self.document, text, &|id| index.find(model, id))
    }
}

/// Whether a fragment leads to its object by positions in lists alone.
fn goes_by_positions(fragment: &str) -> bool {
    fragment.starts_with('/')
        && !fragment.starts_with("/?")
        && fragment.split('/').skip(2).all(|step| step.starts_with('@') && !step.contains('['))
}
