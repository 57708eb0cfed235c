//! What a struct's `Default` makes is valid; a struct that cannot have such a value has no `Default`.

use super::golden;
use modelwright_typed::Element;

/// Every generated struct with `Default`, by hazard.
macro_rules! defaults {
    ($($hazard:ident: $($ty:ident)+;)+) => {
        $(#[test]
        fn $hazard() {
            $(check(&golden::$hazard::$ty::default(), stringify!($ty));)+
        })+
    };
}

fn check<T: Element>(value: &T, name: &str) {
    let problems = value.validate();
    assert!(!problems.has_errors(), "{name}: {problems}");
}

defaults! {
    anything: Holder EObject;
    collisions: Url CollisionsUrl AnyUrl A InnerUrl;
    composites: Person Host Pair HostPlacesValue HostRatios TablePairs TableNeeded TableRest TableLists TableFirst TableMatrix TableMaps TableInnerItem1 TableInnerItem2 TableByNameValue TableEitherTuple;
    diamond: Left Bottom;
    documented: Documented;
    empties: Empty Only Holder;
    enumerations: Uses;
    expansion: At Field;
    hostile: CaB CC CScript CtwoLines C CQuoted HostileC CX CY HostileC2 HostileC3 HostileC4 CuV HostileC5;
    keywords: Self_ _2nd Crate;
    letters: Сор;
    library: Library Book Journal Author;
    opposites: Person;
    packages: Stone Crate InnerStone Pebble;
    prelude: Option Vec String Box Default From Some Ok Serialize Ref Element;
    recursion: Number Wide Block;
    repetitive: ENode EEdge EPort;
    swelling: Level0 Level1 Level2 Level3 Level4 Level5 Level6 Level7 Level8;
    widths: Cx Cxxxxxx CxxxxxxTwo Cxxxxxxxxxxx Cxxxxxxxxxxxxxxxx CxxxxxxxxxxxxxxxxTwo Cxxxxxxxxxxxxxxxxxxxxx Cxxxxxxxxxxxxxxxxxxxxxxxxxx CxxxxxxxxxxxxxxxxxxxxxxxxxxTwo Cxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx;
}
