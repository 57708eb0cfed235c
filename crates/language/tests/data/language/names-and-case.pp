package p
type user { has roles, userRole { max => unbound } }
type UserRole {}
type User {}
type Userrole {}
type 'userrole' {}
type String {}
type Array {}
