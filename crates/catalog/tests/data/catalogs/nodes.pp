node /^node/ { notice($0) notify{'n': require => File['/tmp/x'] } } file{'/tmp/x/': } @notify{'v': } notice(File['/tmp/x']) define d($r) { notice($r, "${r}") notice($caller_module_name) } d{'h': r=>File['/tmp/x']} @@notify{'ex': }
#----
node default { notify { 'd': } } node 'node.example.com' { notify { 'n': } $nv = 3 include c } class c { notice($nv) }
#----
node a inherits b { }
#----
class a { node x {} }
