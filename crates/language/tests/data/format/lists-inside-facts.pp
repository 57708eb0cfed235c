$roots => [{ $type => 'EClass', name => 'Pojo', eStructuralFeatures => [{ $type => 'EAttribute', name => 'set' }, { $type => 'EAttribute', name => 'other' }] }]
type A { has   b, A { keys => [a,b] } annotation 'x' { references=>[A,feature A::b] } }
type B { $x => ['//IntervalConstraint/%duplicates%/specification', '//Constraint/specification', '//Another'] }
