type Thing {
  attr the_thing_with_a_long_name, String {
    check => |$x| { if $x == "" { "the_thing_with_a_long_name can not be set to an empty string" } }
  }
}
