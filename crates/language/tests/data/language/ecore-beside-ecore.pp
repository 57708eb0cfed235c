package ecore { uri => 'http://www.eclipse.org/emf/2002/Ecore' }
datatype EInt { instance_class => 'int' }
type A { attr own, EInt attr builtin, ::EInt attr also, EString }
