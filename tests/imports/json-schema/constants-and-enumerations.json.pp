package constants_and_enumerations

type Constants {
  attr one, ConstantsOne
  attr answer, ConstantsAnswer
  attr half, ConstantsHalf
  attr on, ConstantsOn
  attr level, ConstantsLevel
  has power, ConstantsPower
  has mixed, ConstantsMixed
  attr maybe, ConstantsMaybe
  attr flags, Boolean
  attr odd, ConstantsOdd
}

enum ConstantsMaybe { a, b }

enum ConstantsOdd {
  empty as '',
  literal as '+',
  literal_1st as '1st',
  a_b as 'a b',
  a_b2 as 'A-B',
  enum,
  a_b3 as 'a_b',
}

datatype ConstantsOne { base => Enum['x'] }

datatype ConstantsAnswer { base => Integer[42, 42] }

datatype ConstantsHalf { base => Float[0.5, 0.5] }

datatype ConstantsOn { base => Boolean[true] }

datatype ConstantsLevel { base => Integer[1, 3] }

type ConstantsPower {
  annotation 'urn:modelwright:language' {
    type => 'Variant[Integer[1, 1], Integer[2, 2], Integer[4, 4], Integer[8, 8]]',
  }
  attr integer, ConstantsPowerInteger
  attr integer2, ConstantsPowerInteger2
  attr integer3, ConstantsPowerInteger3
  attr integer4, ConstantsPowerInteger4
}

datatype ConstantsPowerInteger { base => Optional[Integer[1, 1]] }

datatype ConstantsPowerInteger2 { base => Optional[Integer[2, 2]] }

datatype ConstantsPowerInteger3 { base => Optional[Integer[4, 4]] }

datatype ConstantsPowerInteger4 { base => Optional[Integer[8, 8]] }

type ConstantsMixed {
  annotation 'urn:modelwright:language' {
    type => 'Variant[Enum[\'auto\'], Boolean[false], Integer[0, 0]]',
  }
  attr enum, ConstantsMixedEnum
  attr boolean, ConstantsMixedBoolean
  attr integer, ConstantsMixedInteger
}

datatype ConstantsMixedEnum { base => Optional[Enum['auto']] }

datatype ConstantsMixedBoolean { base => Optional[Boolean[false]] }

datatype ConstantsMixedInteger { base => Optional[Integer[0, 0]] }
