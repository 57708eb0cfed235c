package Shop

type Order {
  attr number, EBigInteger { default => 4294967296 }
  attr place, Integer { default => 4294967296 }
}
