class given (Integer $here, Integer $there) {}
