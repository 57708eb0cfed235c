package daemon

# Manages a program that runs in the background.
#
# What a system can do depends on its init program; the type finds the
# provider by the facts of the node.
type Daemon {
  # Whether the daemon starts with the system.
  attr enable, Variant[Boolean, Enum['manual', 'mask', 'delayed']]
  # Whether the daemon runs.
  attr ensure, Variant[Boolean, Enum['stopped', 'running']]
  # The account that runs the daemon.
  attr account, Data
  # The password of the account.
  attr password, String
  # A text of flags that is passed to the start script.
  attr flags, Data {
    check => { if $it =~ String and $it.length > 1024 { 'the flags are too long' } },
  }
  # The path of the program.
  attr binary, Pattern[/\A\//]
  # Whether the start script knows `status`.
  attr hasstatus, Boolean { default => true }
  # Whether the start script knows `restart`.
  attr hasrestart, Boolean
  # The name of the daemon, as the init program knows it.
  attr name, String { min => 1, id => true }
  # Where start scripts are searched: a list, or one text with colons.
  attr path, Variant[Pattern[/\A\//], Array[Pattern[/\A\//]]]
  # The pattern that is searched in the table of processes.
  attr pattern, Data
  # A command that restarts the daemon. If it is not set, the daemon is stopped and started.
  attr restart, Data
  # A command whose exit code is 0 if the daemon runs.
  attr status, Data
  # A command or a path that configures the daemon.
  attr manifest, Data
  # How much is written.
  attr logonlevel, Pattern[/\Aquiet\z/, /\Anormal\z/, /\Aloud\z/, /\Adebug[0-9]?\z/] {
    default => 'normal',
  }
  # How many seconds the provider waits.
  attr timeout, Variant[Numeric, String] {
    check => { if ($it =~ Numeric and $it < 1) or ($it =~ String and $it !~ /\A\s*\+?[0_]*[1-9]/) { 'the timeout must be a positive integer' } },
  }
  invariant 'A password without an account' { $self[password] == undef or $self[account] != undef }
  invariant 'A masked daemon does not run' { !($self[enable] == 'mask' and ($self[ensure] == 'running' or $self[ensure] == true)) }
}
