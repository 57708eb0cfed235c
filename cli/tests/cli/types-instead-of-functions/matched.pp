'foo' =~ Pattern["{}[?"] # this will fail with error
