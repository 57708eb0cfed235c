# Maps, whose entries the emf dialect may write in short where their keys are strings.
package maps {
  uri    => 'urn:example:maps',
  prefix => 'm'
}

type Maps {
  # What is said of it.
  attr notes, Hash[String, String]
  attr ages, Hash[String[1, 5], Integer[0, 150], 1, 3]
  attr by_number, Hash[Integer, String]
}
