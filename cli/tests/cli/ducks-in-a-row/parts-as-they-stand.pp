define mytype($some_parameter) {
  # body of definition
}
class ourapp {
  # body of class definition
}
mytype { '/tmp/foo': ...}
notice defined(Mytype['tmp/foo'])  # true
