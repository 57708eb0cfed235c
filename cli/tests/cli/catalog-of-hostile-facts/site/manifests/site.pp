$facts.each |$name, $value| {
  notify { "fact ${name}": message => $value }
}
file { "/<b>${trusted['certname']}</b>": content => "</script>\n<img src=x onerror=alert(1)>" }
