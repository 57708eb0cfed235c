bindings hiera::common {
  when common {
    bind 'b' to Float('.inf')
    bind 'c' to [
      Float('-.inf'),
      Float('.nan'),
      Integer('-9223372036854775808'),
      Integer('9223372036854775808'),
    ]
  }
}
