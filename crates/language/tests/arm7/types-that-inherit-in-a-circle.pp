type A inherits C {}
type B inherits A {}
type C inherits B {}
