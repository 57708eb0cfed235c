package shop { uri => 'urn:shop' }
// An order.
class Order {
  attr number: int
  attr: note, string
  has lines, List[Line]
  has customer Customer
  name: String;
  attr total, Map[string, double]
  attr open bool
  -- the rest
  String comment
  private List<Line> rest; // more
  attr tags, String, { max => unbound }
  attr kind, Enum[a, b] { default: a }
}
type Line : Order {
  attr n, int { min = 1 }
}
public class Customer extends Order {
  private String id;
}
