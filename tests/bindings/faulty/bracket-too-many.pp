bindings x {
  multibind Hash[TypeValidatorService]], 'syntax' as 'syntax-validators'
  bind 'a' to 1
}
