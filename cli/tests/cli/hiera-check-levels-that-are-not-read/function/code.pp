class m (Integer $x) {}
include m
