type Thing {
  attr fee, String {
    check => { case $fee {
      "" : { "fee can not be an empty string" }
      "blue", "green" : { "fee can not be set to 'blue' nor 'green'" }
      /:/ : { "fee may not contain a colon" }
      default : { true }
    } }
  }
}
