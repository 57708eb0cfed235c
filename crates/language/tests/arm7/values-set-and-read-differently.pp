# What is kept differs from what is given and what is seen.
type Job {
  attr seconds, Integer {
    set => |$v| { if $v =~ String { Integer($v.regsubst('m', '')) * 60 } else { $v } },
    get => |$v| { if $v != undef { $v + 0 } },
    check => $it >= 0,
  }
  attr shown, String { get => |$v| { "<${v}>" } }
  attr kept, String { set => |$v| { $kept = "${v}!" 'not this' } }
  attr wrong, Integer { set => |$v| { 'a string' } }
  attr log, String { max => unbound, setable => false }
  attr noted, String { set => |$v| { $log += $v $v } }
}
