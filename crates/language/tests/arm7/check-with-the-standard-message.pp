type Thing {
  attr foo, String {
    check => $it != ""
  }
}
