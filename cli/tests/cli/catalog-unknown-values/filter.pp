$a = [1, 2].filter |$n| { $settings::x }
