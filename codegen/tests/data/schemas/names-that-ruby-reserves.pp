# The only words of Ruby with which a constant could begin.
package 'END' { uri => 'urn:example:end', prefix => 'end' }

type 'BEGIN' {
  attr kind, 'END'
}

type Other inherits 'BEGIN' {
  # RGen calls a method whose name contains the name in Ruby.
  attr clone, String { derived => true }
}

enum 'END' { first, last }
