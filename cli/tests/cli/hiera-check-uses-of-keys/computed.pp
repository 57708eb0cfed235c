$name = 'text_of_the_code'
$value = lookup($name)
