# Of patterns, the first one in the text.
node /example/ {
  notice('first pattern')
}
node /^node/ {
  notice('second pattern')
}
#----
# A name comes before patterns, wherever it is.
node /example/ {
  notice('pattern')
}
node 'node.example.com' {
  notice('name')
}
node default {
  notice('default')
}
#----
# What is outside of node definitions is evaluated before the node.
notice('one')
node default {
  notice('node')
}
notice('two')
#----
node 'other' {
  notice('other')
}
