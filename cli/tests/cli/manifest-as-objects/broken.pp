node default {
  $x = [1,
}
