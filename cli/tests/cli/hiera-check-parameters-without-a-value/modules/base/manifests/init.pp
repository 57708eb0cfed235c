class base (Integer $a, Integer $nothing, Integer $needed, Integer $with = 1) { contain base::inner }
class base::inner (String $x) {}
