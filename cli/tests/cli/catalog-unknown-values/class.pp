include $settings::x
