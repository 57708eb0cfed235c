define a { @b { "${title}x": } } define b { @a { "${title}y": } } @a { 'a': } A <| |> B <| |>
