notify { 'x': message => 'old' }
