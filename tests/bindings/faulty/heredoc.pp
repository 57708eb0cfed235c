bindings x {
  bind 'a' to @(END)
    text
    | END
}
