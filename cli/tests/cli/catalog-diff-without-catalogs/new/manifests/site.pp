notify { 'x': message => 'new' }
