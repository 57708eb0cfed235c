Integer[1, 2500].each |$n| { notify { "a${n}": tag => 'x' } notify { "b${n}": tag => 'y' } }
Notify <| tag == 'x' |> -> Notify <| tag == 'y' |>
