class m::broken {
  notify { 'broken': message => => 1 }
}
