package scheduled_command

# Installs a command that a scheduler runs at given times.
#
# All times but `special` default to `*`. A command with `special` has no
# other time.
type Scheduled_command {
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent']
  # The command. The environment is that of the scheduler, so it is best
  # to give the full path of the program.
  attr command, Pattern[/\A[^\n]*\z/]
  # A time with a name, such as `reboot` or `annually`.
  attr special, Enum['reboot', 'yearly', 'annually', 'monthly', 'weekly', 'daily', 'midnight', 'hourly', 'absent']
  # The minutes at which it runs, from 0 to 59.
  attr minute, Variant[Integer[0, 59], Pattern[/\A(\*|\d+(-\d+)?)(\/\d+)?\z/]] {
    max => unbound,
    check => {
      $parts = split(split("${it}", '/')[0], /\D+/)
      if $parts.any |$digits| { $digits != '' and (Integer($digits, 10) < 0 or Integer($digits, 10) > 59) } {
        "`${it}` is not between 0 and 59"
      }
    },
  }
  # The hours at which it runs, from 0 to 23.
  attr hour, Variant[Integer[0, 23], Pattern[/\A(\*|\d+(-\d+)?)(\/\d+)?\z/]] {
    max => unbound,
    check => {
      $parts = split(split("${it}", '/')[0], /\D+/)
      if $parts.any |$digits| { $digits != '' and (Integer($digits, 10) < 0 or Integer($digits, 10) > 23) } {
        "`${it}` is not between 0 and 23"
      }
    },
  }
  # The days of the week: 0 to 7, or names. Sunday is 0 and 7.
  attr weekday, Variant[Integer[0, 7], Pattern[/\A(\*|\d+(-\d+)?)(\/\d+)?\z/, /(?i:\A(sun|mon|tue|wed|thu|fri|sat))/]] {
    max => unbound,
    check => {
      $parts = split(split("${it}", '/')[0], /\D+/)
      if $parts.any |$digits| { $digits != '' and (Integer($digits, 10) < 0 or Integer($digits, 10) > 7) } {
        "`${it}` is not between 0 and 7"
      }
    },
  }
  # The months: 1 to 12, or names.
  attr month, Variant[Integer[1, 12], Pattern[/\A(\*|\d+(-\d+)?)(\/\d+)?\z/, /(?i:\A(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/]] {
    max => unbound,
    check => {
      $parts = split(split("${it}", '/')[0], /\D+/)
      if $parts.any |$digits| { $digits != '' and (Integer($digits, 10) < 1 or Integer($digits, 10) > 12) } {
        "`${it}` is not between 1 and 12"
      }
    },
  }
  # Variables of the environment, such as `PATH=/bin:/usr/bin`.
  attr environment, Pattern[/^\s*(\w+)\s*=\s*(.*)\s*$/, /\Aabsent\z/] {
    max => unbound,
    unique => false,
  }
  # Who runs the command. A table of another user needs root.
  attr user, Data
  # The name of the table in which the command is stored.
  attr target, Data
  # A name of the command, which is written as a comment above it.
  attr name, String { min => 1, id => true }
  invariant 'minute cannot be specified with `special`' { $self[special] == undef or $self[minute].empty }
  invariant 'hour cannot be specified with `special`' { $self[special] == undef or $self[hour].empty }
  invariant 'weekday cannot be specified with `special`' { $self[special] == undef or $self[weekday].empty }
  invariant 'month cannot be specified with `special`' { $self[special] == undef or $self[month].empty }
}
