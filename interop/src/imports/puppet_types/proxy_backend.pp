package proxy_backend

# A server behind a proxy.
#
# A backend belongs to a pool, and is found by the pool and its name:
#
#     proxy_backend { 'shop/web1':
#       host => '192.0.2.7',
#       port => 8080,
#     }
type Proxy_backend {
  # Whether the backend gets requests.
  #
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent', 'drained']
  # The name of the backend.
  attr name, Pattern[/\A[a-z][a-z0-9_-]*\z/] { min => 1 }
  # The pool.
  attr pool, Pattern[/\A[a-z]\w*\z/] { default => 'default' }
  # The name or the address of the server.
  attr host, Pattern[/(?i:\A[a-z0-9]([a-z0-9.-]*[a-z0-9])?\z)/, /(?i:\A[0-9a-f:.]*:[0-9a-f:.]*\z)/]
  # The port, from 1 to 65535.
  attr port, Variant[Integer[1, 65535], Pattern[/\A\d{1,5}\z/]] {
    check => { if $it =~ String and (Integer($it, 10) < 1 or Integer($it, 10) > 65535) { 'the port is too large' } },
  }
  # How the proxy speaks with the server.
  attr scheme, Enum['http', 'https', 'fcgi'] { default => 'http' }
  # How many requests it gets in comparison with others.
  attr weight, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    check => { $number = Integer($it) if $number < 1 or $number > 256 { 'from 1 to 256' } },
  }
  # The methods of requests; all of them, if there is none.
  attr methods, Pattern[/\AGET\z/, /\AHEAD\z/, /\APOST\z/, /\APUT\z/, /\ADELETE\z/, /\AX-[A-Z]+\z/] {
    max => unbound,
    unique => false,
  }
  # Headers that are added.
  attr headers, Hash[String, Data] { check => $it.keys.all |$key| { $key =~ /\A[A-Za-z-]+\z/ } }
  # The networks that may use it.
  attr allow, Data { max => unbound, unique => false }
  # How it is found out whether the server works.
  attr check, Variant[Boolean, Pattern['\\Anone\\z', '\\Atcp\\z', '\\Aoff\\z', '\\Afalse\\z', '\\A/\\S*\\z']] {
    check => { if $it !~ String and "${it}" !~ /\Afalse\z/ and "${it}" !~ /\A\/\S*\z/ { 'the value has a wrong form' } },
  }
  # The seconds between two checks.
  attr check_interval, Variant[Integer, Pattern['\\A[1-9][0-9]{0,3}\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A[1-9][0-9]{0,3}\z/ { 'the value has a wrong form' } },
  }
  # Whether the certificate of the server is verified.
  attr tls_verify, Boolean { default => true }
  # The password of the server.
  attr password, Data
  # Whether it is only used if the others do not work.
  attr backup, Boolean { default => false }
  # How often a request is repeated.
  attr retries, Integer { default => 3 }
  # How many seconds the phase `connect` may take.
  attr connect_timeout, Variant[Numeric, Pattern[/\A\s*[-+]?\d+(\.\d+)?([eE][-+]?\d+)?\s*\z/]]
  # How many seconds the phase `read` may take.
  attr read_timeout, Variant[Numeric, Pattern[/\A\s*[-+]?\d+(\.\d+)?([eE][-+]?\d+)?\s*\z/]]
  invariant 'a host is needed' { $self[ensure] == 'absent' or $self[host] != undef }
  invariant 'a backup has no weight' { $self[backup] != true or $self[weight] == undef }
}
