# PostgreSQL and SQLite reserve names that begin like these, and `position` is a word where a type is expected.
package pg { uri => 'urn:example:pg', prefix => 'pg' }

type Pg {
  attr 'values', String { max => unbound }
  attr position, Position
  attr kind, PgKind
}

type PgBook inherits Pg {
  attr pg_pages, Integer
}

type Sqlite {
  attr texts, String { max => unbound }
  has books, PgBook { max => unbound }
}

type SequenceIdSeq {}

enum Position { front, back }

enum PgKind { small, large }
