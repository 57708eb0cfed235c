bindings default {
  bind abstract 'owner'
  bind override 'mode' to '0644'
  when nod 'web1.example.org' { bind 'motd' to 'hello' }
}
