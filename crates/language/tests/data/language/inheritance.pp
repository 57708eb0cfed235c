type A inherits C { attr x, String }
type B inherits A { attr x, String }
type C inherits B {}
type D { attr y, String attr y, Integer has z, String attr w, E }
type E inherits Money, E2 {}
type E2 {}
datatype Money
type E2 {}
type P { attr n, String }
type Q { attr n, Integer }
type R inherits P, Q {}
