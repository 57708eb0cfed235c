# No statement has a form of manifests, so the file is not taken for one.
tpye Person {
  attr name, String
}
Person
