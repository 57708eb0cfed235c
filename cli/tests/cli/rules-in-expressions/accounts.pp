package accounts { uri => 'urn:example:accounts' }

abstract type Named { attr name, String { min => 1, check => $it != '' } }

type Account inherits Named {
  attr first, String { settable => false }
  attr last, String { settable => false }
  attr full, String {
    derived => { "${first} ${last}" },
    settable => true,
    set => |$v| {
      $parts = $v.split(' ')
      $first = $parts[0]
      $last = $parts[1]
    },
  }
  attr shell, String { default => '/bin/sh', check => $it =~ /^\// }
  attr groups, String { max => unbound }
  attr secret, String { set => |$v| { $v.upcase }, get => |$v| { if $v != undef { "<${v}>" } } }
  has home, Folder
  invariant "root lives in /root" { $name != 'root' or $home[path] == '/root' }
}

type Folder { attr path, String { min => 1 } }
