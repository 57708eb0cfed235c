package p
annotation 'x' {
  references => [A, type B, package p, feature A::f, feature A::f[0], operation A::o, operation A::o[1],
    parameter A::o[1]::x, literal C::c, type_parameter A::T, type_parameter A::o[1]::U, EObject, type, ::p::A]
}
annotation 'y' { references => [feature A::g, Z, operation A::o[2]] , 'references' => 'detail', references => 'too' }
type A<T> {
  has f, B
  operation o()
  operation o<U>(String $x)
}
type B {}
type Type2 {}
type 'type' {}
enum C { c }
