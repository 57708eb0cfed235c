bindings default {
  bind Optional[String], 'nickname' to optional $::nickname
  bind abstract Optional[Integer], 'size'
  bind optional Optional[Integer], 'weight' to $::weight
}
