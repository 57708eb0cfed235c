# $confdir/bindings/default.pp
bindings default {
  # bindings in categories
}

# $confdir/bindings/mybindings.pp
bindings mybindings { 
  # bindings in categories
}

# <modulepath>/modules/mymodule/bindings/default.pp
bindings mymodule::default {
  # bindings in categories
}
