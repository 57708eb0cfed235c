class c($x,
  $facts) { notice($facts) }

class { 'c':
  x => 1,
  facts => 1 }
#----
class c($trusted = 5) { } include c
#----
notice('before') define d($server_facts,
  $x = 1) { }

d { 'a':
  server_facts => 1 } notice('after')
#----
class unused($facts) { } notice('fine')
