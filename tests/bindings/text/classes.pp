bindings x {
  include name
  include [name1, name2]
  exclude name
  exclude [name1, ::name2::b,]
}
