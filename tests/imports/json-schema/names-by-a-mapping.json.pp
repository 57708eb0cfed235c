package names_by_a_mapping

type Log {
  has pets, Pet { max => unbound }
  attr named, Hash[String, Vehicle]
  has accounts, Account { max => unbound }
  has events, LogEventsItem { max => unbound }
}

abstract type Pet {
  annotation 'urn:modelwright:documents' { discriminator => 'petType' }
}

abstract type Vehicle {
  annotation 'urn:modelwright:documents' { discriminator => 'kind' }
}

type Account {
  annotation 'urn:modelwright:documents' { discriminator => 'form', value => 'plain' }
  attr owner, String
}

abstract type LogEventsItem {
  annotation 'urn:modelwright:documents' { discriminator => 'what' }
}

type Cat inherits Pet {
  annotation 'urn:modelwright:documents' { value => 'kitty' }
  attr lives, Integer
}

type Dog inherits Pet {
  annotation 'urn:modelwright:documents' { value => 'dog' }
  attr barks, Boolean
}

type Car inherits Vehicle {
  annotation 'urn:modelwright:documents' { value => 'car' }
  attr doors, Integer
}

type Bus inherits Vehicle {
  attr seats, Integer
}

type Start inherits LogEventsItem, Event {
  attr by, String
}

type Stop inherits LogEventsItem, Event {
  attr why, String
}

type Event {
  attr at, Integer
}

type Savings inherits Account {
  annotation 'urn:modelwright:documents' { value => 'saving' }
  attr rate, Float
}

type Loan inherits Account {
  attr due, String
}
