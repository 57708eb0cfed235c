class m (
  Integer $port,
  Struct[{a => Integer, Optional[b] => Integer}] $merged,
  M::Named $named,
  Array[Stdlib::Port] $ports,
  Stdlib::Absolutepath $path,
  Sensitive[String] $key_text,
  Sensitive[String] $plain,
  Integer $encrypted,
  Enum[small, large] $size,
  Array[Integer] $all,
) {}
