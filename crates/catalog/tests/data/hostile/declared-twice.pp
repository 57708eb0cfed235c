class a {
  file { '/x': }
}
class b {
  file { '/x': mode => '0644' }
}
include a, b
