bindings x {
  bind "the meaning of life" to producer Type[ConstantProducer] {
    producer_args => { 'value' => 42 },
    singleton     => true
  }
  bind Type[Producer[String]], "mymodule::uuid" to Type[MyUUIDProducer] in "producers"
  bind String, "request-id" to producer "mymodule::uuid"
  bind String, "request-id" to producer Type[MyUUIDProducer]
  bind "my_ldap" to Type[MyLdapProvider] in 'bindings_providers'
  bind 'instance' to Type[A::B] { arguments => [1, 'x'] }
}
