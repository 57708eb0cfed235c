package keywords_without_type

type Loose {
  attr address, Pattern[/\A(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\z/]
  attr moment, Timestamp
  attr unknown, Data
  attr nothing, Data
  attr neither, Data
  attr impossible, Data
  attr several, Data
  attr forbidden, Data
  attr searched, Data { max => unbound, unique => false }
  attr pair, Tuple[Integer, Data, 0, 2]
  attr distinct, Tuple[Integer, Integer, 0, 2]
  attr rest, Tuple[Integer, Data, 0, default]
}
