define mytype($some_parameter) {
  # body of definition
}
class ourapp {
  # body of class definition
}
mytype { '/tmp/foo': some_parameter => 1 }
notice defined(Mytype['tmp/foo'])  # true
