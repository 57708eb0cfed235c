type Circle {
  attr r, Float { default => 1.0 }
  attr area, Float { derived => { $r * $r * 3.0 } }
  attr twice, Float { derived => |$c| { $c[area] * 2 } }
  attr label, String { derived => { "${meta[container][name]}.${meta[name]}: ${area}" } }
  invariant { if $area > 100 { "too large: ${area}" } }
}
