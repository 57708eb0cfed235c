package text_line

# Ensures that a file has a line.
#
#     text_line { 'greeting': path => '/etc/motd', line => 'Hello' }
type Text_line {
  # Whether the line is there.
  attr ensure, Enum['present', 'absent'] { default => 'present' }
  # An arbitrary name.
  attr name, String { min => 1, id => true }
  # The line.
  attr line, Data { min => 1 }
  # A regular expression of the line that is replaced.
  attr match, Data
  # The file.
  attr path, Pattern[/\A\//] { min => 1 }
  # Whether several lines may match.
  attr multiple, Boolean
  attr replace, Boolean { default => true }
  attr encoding, Data { default => 'UTF-8' }
  invariant 'the line does not match' { $self[match] == undef or $self[line] == undef or $self[line] =~ Pattern[$self[match]] }
}
