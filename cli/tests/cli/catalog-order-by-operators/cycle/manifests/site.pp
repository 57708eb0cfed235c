notify { ['a', 'b', 'c', 'd']: }
Notify['a']
-> Notify['b'] # Not this -> one.
/* Nor <- this one. */ -> Notify['c']
(Notify['d'] <~ # At the end of a line.
  Notify['c'])
Notify['d'] -> Notify['a']
