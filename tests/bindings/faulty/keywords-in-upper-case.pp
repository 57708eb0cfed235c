bindings x {
  bind alias "the meaning of life" AS "the meaning of love"
  multibind Array[String], "names" AS "mymodule::list-of-names"
  bind "xml" TO Type[MyXmlValidator] IN 'syntax-validators'
  BIND 'x' to 1
}
