site { bindings => [
  layer { 'a': environment => { 'name' => 'x' } },
  layer { 'b': environment => { 'nam' => 'x' } },
  layer { 'c': environment => { 'name' => 'x', 'configurations' => { 'hiera.yaml' => 5 } } },
  layer { 'd': environment => 'x' },
] }
