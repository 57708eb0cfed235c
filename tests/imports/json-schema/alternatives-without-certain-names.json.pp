package alternatives_without_certain_names

type Uncertain {
  has other_keys, UncertainOtherKeys
  has shared, UncertainShared
  has optional, UncertainOptional
  has null, UncertainNull
  has several_texts, UncertainSeveralTexts
  has same_text, UncertainSameText
  has own_key, UncertainOwnKey
  has with_subclass, UncertainWithSubclass
  has forest, Oak { max => unbound }
  has used_base, UncertainUsedBase
  has mail, Mail
  has two_names, UncertainTwoNames
  has remote_name, UncertainRemoteName
  has not_only_objects, UncertainNot_only_objects
}

abstract type UncertainOtherKeys {}

abstract type UncertainShared {}

abstract type UncertainOptional {}

abstract type UncertainNull {}

abstract type UncertainSeveralTexts {}

abstract type UncertainSameText {}

abstract type UncertainOwnKey {}

abstract type UncertainWithSubclass {}

type Oak inherits Tree {
  attr age, Integer
}

abstract type UncertainUsedBase {}

type Mail {
  attr mail, String { min => 1 }
}

abstract type UncertainTwoNames {}

abstract type UncertainRemoteName {}

type Only {
  attr only, OnlyOnly { min => 1 }
}

type A inherits UncertainOtherKeys, UncertainShared {
  attr kind, AKind { min => 1 }
  attr sort, ASort { min => 1 }
}

type B inherits UncertainOtherKeys {
  attr kind, BKind { min => 1 }
  attr b, Integer { min => 1 }
}

type C inherits UncertainShared {
  attr sort, CSort { min => 1 }
  attr c, Integer { min => 1 }
}

type Left inherits UncertainOptional {
  attr side, LeftSide
  attr x, Integer { min => 1 }
}

type Right inherits UncertainOptional {
  attr side, RightSide
  attr y, Integer { min => 1 }
}

type In inherits UncertainNull {
  attr way, InWay
  attr i, Integer { min => 1 }
}

type Out inherits UncertainNull {
  attr way, OutWay { min => 1 }
  attr o, Integer { min => 1 }
}

type Low inherits UncertainSeveralTexts {
  attr level, LowLevel { min => 1 }
  attr l, Integer { min => 1 }
}

type High inherits UncertainSeveralTexts {
  attr level, Enum['c'] { min => 1 }
  attr h, Integer { min => 1 }
}

type Up inherits UncertainSameText {
  attr v, Enum['1'] { min => 1 }
  attr u, Integer { min => 1 }
}

type Down inherits UncertainSameText {
  attr v, Enum['1'] { min => 1 }
  attr d, Integer { min => 1 }
}

type Hot inherits UncertainOwnKey {
  attr '$kind', Enum['hot'] { min => 1 }
  attr h, Integer { min => 1 }
}

type Cold inherits UncertainOwnKey {
  attr '$kind', Enum['cold'] { min => 1 }
  attr c, Integer { min => 1 }
}

type Tree inherits UncertainWithSubclass {
  attr plant, Enum['tree'] { min => 1 }
  attr t, Integer { min => 1 }
}

type Flower inherits UncertainWithSubclass {
  attr plant, Enum['flower'] { min => 1 }
  attr f, Integer { min => 1 }
}

type Sent inherits UncertainUsedBase, Mail {
  attr to, String { min => 1 }
}

type Received inherits UncertainUsedBase, Mail {
  attr from, String { min => 1 }
}

type One inherits UncertainTwoNames, UncertainRemoteName {
  attr n, String { min => 1 }
  attr one, Integer { min => 1 }
}

type Two inherits UncertainTwoNames {
  attr n, String { min => 1 }
  attr two, Integer { min => 1 }
}

type Three inherits UncertainRemoteName {
  attr n, String { min => 1 }
  attr three, Integer { min => 1 }
}

enum LowLevel { a, b }

type UncertainNot_only_objects {
  annotation 'urn:modelwright:language' { type => 'Variant[Only, String]' }
  has only, Only
  attr string, String
}

datatype OnlyOnly { base => Enum['only'] }

datatype AKind { base => Enum['a'] }

datatype ASort { base => Enum['A'] }

datatype BKind { base => Enum['b'] }

datatype CSort { base => Enum['C'] }

datatype LeftSide { base => Enum['left'] }

datatype RightSide { base => Enum['right'] }

datatype InWay { base => Enum['in'] }

datatype OutWay { base => Enum['out'] }
