notify { 'a': * => $settings::x }
