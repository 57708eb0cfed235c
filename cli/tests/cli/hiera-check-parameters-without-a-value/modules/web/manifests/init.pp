class web (Integer $port, String $host) {}
