package types { uri => 'urn:types' }

datatype Age { base => Integer[0, 150] }

datatype Adult { base => Age, facets => { minInclusive => 18 } }

datatype Early { base => Later, facets => { maxLength => 5 } }

datatype Later { base => SemVer }

type Version = SemVer

datatype Short { base => Version, facets => { maxLength => 6 } }

datatype Word { base => Pattern[/(?i)ab/], facets => { minLength => 3 } }

datatype Own { base => Age, instance_class => 'java.lang.Long' }

type Person {
  attr age, Adult
  attr early, Early
  attr later, Later
  attr short, Short
  attr word, Word
  attr own, Own
}
