notify { 'a': }
Notify['a'] -> $settings::x
