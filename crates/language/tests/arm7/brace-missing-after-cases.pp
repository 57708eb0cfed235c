type Thing {
# A more complex check using a case expression
attr fee {
  check => { case $fee {
    "" : { "bar can not be an empty string" }
    "blue", "green" : { "bar can not be set to 'blue' nor 'green'" }
    /:/ : { "bar may not contain a colon" }
    default : { true }
  }
}
}
