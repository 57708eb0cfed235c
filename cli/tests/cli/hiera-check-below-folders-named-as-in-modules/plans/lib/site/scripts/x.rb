puts 'm::unused'
