package text_line

# Ensures that a file has a line.
#
#     text_line { 'greeting': path => '/etc/motd', line => 'Hello' }
#
# `validate`, in Ruby:
#     if self[:match] && self[:line] !~ Regexp.new(self[:match])
#       raise(Puppet::Error, 'the line does not match')
#     end
type Text_line {
  annotation 'urn:modelwright:puppet' { type => 'text_line' }
  # Whether the line is there.
  attr ensure, Enum['present', 'absent'] {
    default => 'present',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # An arbitrary name.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The line.
  attr line, Data { min => 1, annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # A regular expression of the line that is replaced.
  attr match, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # The file.
  attr path, Pattern[/\A(\/|[A-Za-z]:[\/\\]|\\\\)/] {
    min => 1,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether several lines may match.
  attr multiple, Boolean { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  attr replace, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  attr encoding, Data {
    default => 'UTF-8',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
