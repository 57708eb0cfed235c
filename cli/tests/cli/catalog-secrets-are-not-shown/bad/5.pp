$s = lookup('n::key')
with($s) |Sensitive[Integer] $x| { }
