File { owner => 'root' }
node default {
  include web::child
  File <| tag == 'web' |> { group => 'www' }
}
