bindings x {
  bind variables to {
    myvar => 42,
    my_other_var => 44
  }
  bind variables Integer to { 
    a => 10, # ok
    b => 'bananas' # error
  }
  # A module wants to ensure that the variable `$::mainurl` is set
  bind variables abstract to 'mainurl'
  # Declaring multiple variables at once as abstract
  bind abstract variables to ['must_be_set', 'this_too']
  bind abstract variables Array[String] to ['blog_administrators']
}
