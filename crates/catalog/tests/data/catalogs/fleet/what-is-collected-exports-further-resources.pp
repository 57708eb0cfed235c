define link($depth = 1) {
  notify { "link ${title} on ${trusted['certname']}": }
  if $depth < 4 { @@link { "${title}+": depth => $depth + 1 } }
}
node 'one' { @@link { 'l': } }
node 'two' { Link <<| |>> }
node 'three' { Link <<| title != 'l' |>> }
#----
define answer { @@notify { "answer to ${title}": } }
node 'one' { @@answer { 'question': } Notify <<| |>> { require => Notify['before'] } notify { 'before': } }
node 'two' { Answer <<| |>> }
node 'three' { notify { 'needs it': require => Notify['answer to question'] } Notify <<| |>> }
