$s = lookup('n::key')
notify { 'a': require => $s }
