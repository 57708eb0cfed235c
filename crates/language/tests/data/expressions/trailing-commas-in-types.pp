# Puppet allows a comma before the bracket in expressions, but not in the types of parameters and results.
type A = Variant[String,]
notice(Integer[1,])
function f(Variant[String,] $x) { $x }
function g() >> Integer[1,] { 1 }
[1].each |Integer[1,] $x| { }
function h(Array[Integer[1,]] $x) { $x }
