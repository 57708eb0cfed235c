type Thing {
  attr bar, String {
    check => { if $bar == "" { "bar can not be set to an empty string" } }
  }
}
