case 'a' { $settings::x: { notify { 'a': } } default: {} }
