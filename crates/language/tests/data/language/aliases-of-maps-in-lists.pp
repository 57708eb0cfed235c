# A list of entries has its own bounds, also where they are those of the map, and is not the map itself.
package entries { uri => 'urn:entries' }

type M = Hash[String, Integer]

type Holder {
  has list, Array[M] { containment => false }
  has few, Array[M, 0, 5] { containment => false }
  has one, M { containment => false }
  attr plain, M
  attr lists, Array[M]
}
