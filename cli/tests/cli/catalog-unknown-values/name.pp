file { 'a': path => $settings::x }
