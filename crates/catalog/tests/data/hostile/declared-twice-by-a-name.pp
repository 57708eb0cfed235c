notify { 'a': alias => 'c' }
notify { 'b':
  alias => 'c',
}
