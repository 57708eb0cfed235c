class special (Integer $x) inherits special::params {}
class special::params (Integer $y) {}
