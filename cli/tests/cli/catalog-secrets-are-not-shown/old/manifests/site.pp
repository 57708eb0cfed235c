include m
File <| title == '/a' |> -> User['u']
