type Order {
  has_a name, type => String
  has_attr code String
  has_attr 'note', String, :lowerBound => 1
  has_many lines, Line
  has_many events, type => Event, opposite => order
  contains many Event
  contains_one first, Line
  has many others, Line
  belongs_to owner, Order
  many_to_many friends, Order
  id key, Integer
  required attr paid, Boolean
  public String title
  private int count;
  attr last, String
}
type Line {}
type Event {}
