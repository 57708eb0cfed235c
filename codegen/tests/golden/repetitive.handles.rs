/// Handles to the objects of a model, with their features as methods.
pub mod handles {
    use super::{REPETITIVE, typed};

    /// An object of class `Node` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Node(typed::ObjectId);

    typed::handle! {
        Node(typed::ObjectId) in REPETITIVE {}
    }

    /// An object of class `ENode` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct ENode(Node);

    typed::handle! {
        ENode(Node) into Node in REPETITIVE {}
    }

    /// An object of class `EEdge` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct EEdge(Node);

    typed::handle! {
        EEdge(Node) into Node in REPETITIVE {}
    }

    /// An object of class `EPort` in a model.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    pub struct EPort(Node);

    typed::handle! {
        EPort(Node) into Node in REPETITIVE {}
    }
}
