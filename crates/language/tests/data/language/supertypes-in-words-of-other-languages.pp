type Base {}
type A : Base { attr x, String }
type B < Base { attr x, String }
type C -> Base { attr x, String }
type D(Base) { attr x, String }
type E extends Base, A { attr y, String }
type F implements Base { attr x, String }
type G inherits from Base { attr x, String }
type H inherits: Base { attr x, String }
type I<Base> { attr x, String }
type Port: Integer[1, 65535]
