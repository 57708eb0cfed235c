notice('this is never logged')
notify { 'first': }
notify { 'second' }
