notify { "for ${settings::x}": }
