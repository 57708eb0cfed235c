if $settings::x == 'a' { notify { 'a': } }
