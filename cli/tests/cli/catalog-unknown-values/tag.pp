notify { 'a': tag => $settings::x }
