$hash = { 'a' => $settings::x } + [[$settings::x, 1], ['a', 2]]
if $hash == 'a' { notify { 'a': } }
# The value of 'a' is replaced, but the key of 1 is still unknown.
