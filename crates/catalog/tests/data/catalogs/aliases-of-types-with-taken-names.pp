type A = Integer type A = String
#----
type File = String
#----
type A::B = Integer define a::b { } notice(5 =~ A::B)
#----
type A::C = Integer class a::c { } notice(5 =~ A::C)
