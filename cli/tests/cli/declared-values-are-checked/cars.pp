package cars { uri => 'urn:cars' }

enum Fuel { petrol, electric }

type Car {
  attr number, Integer[1] { min => 1 }
  attr score, Integer[5, 9] { min => 1 }
  attr fuel, Fuel { min => 1 }
  attr sold, Boolean { min => 1 }
  attr doors, Integer[2, 5]
  attr seats, Integer[1] { default => 4 }
  attr built, Timestamp
}
