class m (
  Integer $port,
) {
}
