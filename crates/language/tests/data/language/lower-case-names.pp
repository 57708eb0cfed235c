package p
type user { has roles, user_role attr s, 'string' attr t, string }
type user_role inherits P::user {}
datatype 'string' { instance_class => 'java.lang.String' }
type Tuple {}
type X { has t, Tuple attr o, Optional[Integer] }
