class i($key) { }
include i
