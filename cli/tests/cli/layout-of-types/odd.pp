type   A {attr x,String} # behind
