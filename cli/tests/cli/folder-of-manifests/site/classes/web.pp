class web($port, $port) {
  notify { 'web': }
}
