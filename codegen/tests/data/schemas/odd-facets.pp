# Facets that XML Schema, or JSON Schema, cannot say as they stand.
package facets {
  uri    => 'urn:example:odd-facets',
  prefix => 'f'
}

datatype Phone { instance_class => 'java.lang.String', facets => { pattern => '\d{3}\-\d{4}' } }
datatype Word { instance_class => 'java.lang.String', facets => { pattern => '\w+' } }
datatype Price { instance_class => 'java.math.BigDecimal', facets => { minInclusive => '-1E+2', maxInclusive => '99.5' } }
datatype Share { instance_class => 'double', facets => { minInclusive => '0.0', minExclusive => '-1' } }
datatype Day { instance_class => 'java.util.Date', facets => { minInclusive => '2020-01-01' } }
datatype Letter { instance_class => 'char', facets => { enumeration => 'a b' } }
datatype Digits { instance_class => 'java.math.BigInteger', facets => { totalDigits => '0' } }
datatype Short { instance_class => 'java.lang.String', facets => { maxLength => '3', enumeration => 'a b' } }
datatype Wider { instance_class => 'java.lang.String', facets => { baseType => 'Short', maxLength => '6', enumeration => 'a c' } }
datatype Low { instance_class => 'int', facets => { maxInclusive => '5' } }
datatype High { instance_class => 'int', facets => { baseType => 'Low', maxExclusive => '10', minInclusive => '1' } }
datatype Middle { instance_class => 'int', facets => { baseType => 'High', maxInclusive => '8' } }

type Thing {
  attr phone, Phone
  attr word, Word
  attr price, Price
  attr share, Share
  attr day, Day
  attr letter, Letter
  attr digits, Digits
  attr wider, Wider
  attr middle, Middle
}
