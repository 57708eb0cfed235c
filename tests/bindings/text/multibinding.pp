bindings x {
  multibind Array[String], "names" as "mymodule::list-of-names"
  bind to 'Mary' in 'mymodule::list-of-names'
  bind to 'John' in 'mymodule::list-of-names'
  multibind Hash[Data], 'names-with-data' as 'mymodule::names-with-data'
  bind 'Mary' to 'engineering' in 'mymoduyle::list-of-names'
  bind 'John' to 'support' in 'mymodule::list-of-names'
  bind 'Fred' to ['support', 'sales'] in 'mymodule::list-of-names'
  multibind Hash[TypeValidatorService], 'syntax' as 'syntax-validators'
  bind "xml" to Type[MyXmlValidator] in 'syntax-validators'
  multibind override Hash[TypeValidatorService], 'syntax'
  multibind Array[String], 'users' as 'included_users' 
  bind to 'anna' in 'included_users'
  bind to ['akuna', 'ries'] in 'included_users'
  multibind Array[Data], 'flattened-data' as 'example' {
    combinator => |$memo, $x| { $memo + flatten($x) }
  }
  bind to [1,2,[3]] in 'example'
  bind to [4,[[5,6]]] in 'example'
  multibind Hash[Data], 'merged-hash' as 'example2' {
    combinator => | $key, $current, $value| {
      unless !$current
      { $value }
      else
      { $current + $value }
    }
  }
  bind 'fruits' to ['apple', 'orange'] in 'example2'
}
