type T {
  attr a, Hash { get => {
    $one = {a => 1, 'b' => [ 1,2 ,3, ],}
    $uneven = { 'a' => 1,
         'b' => 2, 'c' => {},
      'd' => [
      ] }
    $arrow = { 'a' =>
      1 }
    $nested = [{ 'x' => 1,
        'y' => [2, 3] }, { 'z' => 4 }]
    $deep = [
      [1, 2], [3,
      4], { 'k' => [5,
      6,] } ]
    $called = f([ 1 ], { 'k' => 'v' }, [
      2, 3])
    $mapped = [$one.map |$k, $v| {
      [ $k, $v ]
    }, 2]
    $chosen = $a ? { 'x' => 1, default => 2, }
    $picked = $a ? {
      'x' => 1, default => { 'y' => 2 } }
    $commented = [ 1, # one
      2 # two
      , 3 /* three */, /* none */ ]
    $bare = [a => 1,
      b => 2]
    $empty = { # nothing
    }
    $text = "${[ 1,
      2 ]} ${ {'a' => 1,} }"
    $below = [@(END), 'b', "${one}",
      one
      | END
      'c'   ]
    $keys = $one['a',
      'b']
    [$first, $second] = [1, 2,]
    $last = { 'last' => $first, 'not' => $second
    }
  } }
}
