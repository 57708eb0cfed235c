bindings lower {
  bind parameters m to { x => 'lower', z => 'lower' }
}
