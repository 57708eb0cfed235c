class unused (Integer $x) {}
