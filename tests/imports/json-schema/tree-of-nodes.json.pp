package tree_of_nodes { uri => 'https://example.org/tree' }

type Node {
  attr value, Data { min => 1 }
  has children, Node { max => unbound }
  attr parent_name, String
}
