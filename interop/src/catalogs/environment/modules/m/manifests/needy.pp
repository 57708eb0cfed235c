class m::needy ($first, Integer $second) { }
