package   p{uri=>'u' prefix=>"q"}
type A{attr x,String{:min=>0 max=>unbound,unsettable=>true} attr y ; has z,B{containment=>false,}
attr long_name_of_an_attribute, String { default => 'a value that is rather long', min => 1, unsettable => true }
}
type B inherits A,C<D>{}  enum E[a,b=-5 as 'x']
type C<T extends A&B>{operation f<U>(List< U > $a,B 'the b'{min=>1})>>U{throws=>[F,G]} operation quite_long_name(String $first_parameter, Integer $second_parameter, Boolean $third) >> String}
annotation 'x' { }
type G {} datatype D{base=>Integer[ 0 ,150 ],facets=>{minInclusive=>'18'}}
$roots=>[ {$type=>'EAnnotation',source=>'loose'},0 ]
