package cycle { uri => 'urn:example:cycle' }
type A inherits B { attr x, String }
type B inherits A { attr y, String }
type C inherits C { attr z, String }
