class a (Type $kind = Integer[1, 2], Array $kinds = ['x', { 'y' => String }]) {
  notify { 'x': message => "of ${kind}" }
}
include a
