bindings default {
  bind 'common' to 1 # a common binding
  when node 'kermit.example.com' {
    bind 'special' to 2 # a binding in the node category 'kermit.example.com'
  }
}

bindings x {
  when virtual true {
    when node 'kermit.example.com' {
      # when kermit is virtual bind something special than for all other virtual
      bind 'a' to 1
    }
    # for anything else that is virtual
    bind 'a' to 2
  }
  when virtual true and node 'kermit.example.com' {
    # when kermit is virtual bind something special than for all other virtual
  }
  when virtual true or node 'kermit.example.com' {
    # bindings when virtual or when node is kermit
  }
  when node a or b or 'e' or 7 or -1.5 or common {}
}
