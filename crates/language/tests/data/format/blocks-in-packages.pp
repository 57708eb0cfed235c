package p { external => 'x.ecore' type A {} enum B {}

type C { external => '//q/C' } }
package q { uri => 'u' type D { abstract attr x, enum{a,b} interface } annotation 'n' { undef=>undef annotation undef { k=>'v' } } }
