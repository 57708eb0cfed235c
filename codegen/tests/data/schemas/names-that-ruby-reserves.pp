# The only words of Ruby with which a constant could begin.
package 'END' { uri => 'urn:example:end', prefix => 'end' }

type 'BEGIN' {
  attr kind, 'END'
}

type Other inherits 'BEGIN' {
  attr clone, String { derived => true, volatile => false }
}

enum 'END' { first, last }
