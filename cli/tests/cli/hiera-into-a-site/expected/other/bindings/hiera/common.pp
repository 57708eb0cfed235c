bindings hiera::common {
  when common {
    bind 'a' to ruby_value('symbol', 'symbol')
    bind 'b' to ruby_value('date', '2026-03-01')
    bind 'c' to Integer('123456789012345678901234567890')
    bind 'd' to hiera_text('%{literal(\'a\')}%{literal(\'a\')}')
    bind 'e' to hiera_text('100% %{alias(\'a\')}')
    bind 'f' to [lookup('c'), hiera_text('%{ spaced }')]
    bind '%{key}' to { "${x}" => 1 }
  }
}
