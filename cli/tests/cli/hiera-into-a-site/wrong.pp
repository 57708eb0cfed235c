site {
  bindings => [
    layer { 'a': backends => 5 },
    layer { 'b': backends => { yaml => 'data' } },
    layer { 'c': backends => { yaml => { folder => 'data' } } },
    layer { 'd': merge_behavior => deepest },
    layer { 'e': deep_merge_options => [1] },
  ]
}
