@notify { 'a': message => $settings::x }
Notify <| message == 'b' |>
