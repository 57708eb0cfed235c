$root => []
$roots => [0, 0]
package wrong

type A {
  $nam => 'x'
  $id => 1
  $abstract => 'yes'
  $eSuperTypes => ['//Nobody', '//A/x', { $type => 'EEnum', $ref => 'o.ecore#//E' }, 4]
  $eOperations => [{ $type => 'EClass' }, { $type => 'Nothing' }, { nam => 'o' }]
  attr x, String { $eGenericType => [], $upperBound => 'many', $eType => 7 }
}
