$both = true and $settings::x
