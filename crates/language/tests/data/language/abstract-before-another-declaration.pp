package p { uri => 'urn:p' }
abstract enum E { a, b }
interface datatype D = String[1, 2]
abstract function f { }
abstract tipe A { attr a, String }
abstract type T { attr e, E }
