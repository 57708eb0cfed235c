type Web::Port = Integer[1]
