package proxy_backend

# A server behind a proxy.
#
# A backend belongs to a pool, and is found by the pool and its name:
#
#     proxy_backend { 'shop/web1':
#       host => '192.0.2.7',
#       port => 8080,
#     }
#
# Not expressed, in Ruby:
#     if Puppet::Util::Platform.windows?
#       newparam(:service_account) { desc 'The account of the proxy.' }
#     end
type Proxy_backend {
  annotation 'urn:modelwright:puppet' {
    type => 'proxy_backend',
    'feature weights' => 'The proxy distributes requests by weights.',
    'feature weights methods' => '[:weight, :weight=]',
    'feature drains' => 'The proxy can wait until requests are finished.',
    'method title_patterns' => "def self.title_patterns\n    [\n      [%r{\\A([^/]+)/([^/]+)\\z}, [[:pool], [:name]]],\n      [%r{\\A([^/]+)\\z}, [[:name]]]\n    ]\n  end",
    'autorequire proxy_pool' => 'self[:pool]',
    'autosubscribe file' => '"/etc/proxy/#{self[:pool]}.conf"',
    'method exists?' => "def exists?\n    provider.exists?\n  end",
    'definition WEIGHTS' => 'WEIGHTS = (1..256).freeze',
    'definition host?' => "def self.host?(text)\n      text =~ /\\A[a-z0-9]([a-z0-9.-]*[a-z0-9])?\\z/i || !IPAddr.new(text).nil?\n    rescue IPAddr::Error\n      false\n    end",
  }
  # Whether the backend gets requests.
  #
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent', 'drained'] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'value drained requires' => ':drains',
    },
  }
  # The name of the backend.
  attr name, Pattern[/\A[a-z][a-z0-9_-]*\z/] {
    min => 1,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The pool.
  attr pool, Pattern[/\A[a-z]\w*\z/] {
    default => 'default',
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The name or the address of the server.
  #
  # `validate`, in Ruby:
  #     unless PuppetX::Backend.host?(value)
  #       raise ArgumentError, "`#{value}` is neither a name nor an address"
  #     end
  attr host, String { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The port, from 1 to 65535.
  attr port, Variant[Integer, String] {
    check => { if $it =~ ScalarData and "${it}" !~ Pattern['\\A\\d{1,5}\\z'] { 'a port has digits' } elsif $it =~ Integer and $it !~ Integer[1, 65535] or $it =~ Pattern['\\A(0|-?[1-9]\\d{0,17})\\z'] and Integer($it) !~ Integer[1, 65535] { 'the port is too large' } },
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '80' },
  }
  # How the proxy speaks with the server.
  attr scheme, Enum['http', 'https', 'fcgi'] {
    default => 'http',
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # How many requests it gets in comparison with others.
  #
  # `validate`, in Ruby:
  #     raise ArgumentError, 'from 1 to 256' unless PuppetX::Backend::WEIGHTS.cover?(weight)
  attr weight, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'property', required_features => 'weights' },
  }
  # The methods of requests; all of them, if there is none.
  attr methods, Pattern[/\AGET\z/, /\AHEAD\z/, /\APOST\z/, /\APUT\z/, /\ADELETE\z/, /\AX-[A-Z]+\z/] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method insync?' => "def insync?(is)\n      Array(is).map(&:to_s).sort == Array(should).map(&:to_s).sort\n    end",
    },
  }
  # Headers that are added.
  #
  # `validate`, in Ruby:
  #     value.each_key do |name|
  #       raise ArgumentError, "no header: #{name}" unless name =~ /\A[A-Za-z-]+\z/
  #     end
  attr headers, Hash[String, Data] { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The networks that may use it.
  attr allow, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method inclusive?' => "def inclusive?\n      true\n    end",
    },
  }
  # How it is found out whether the server works.
  #
  # The default, in Ruby:
  #     defaultto { @resource[:scheme] == 'fcgi' ? :none : :tcp }
  attr check, Variant[Boolean, Pattern['\\Anone\\z', '\\Atcp\\z', '\\Aoff\\z', '\\Afalse\\z', '\\A/\\S*\\z']] {
    check => { if $it !~ String and "${it}" !~ /\Afalse\z/ and "${it}" !~ /\A\/\S*\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'alias off' => 'none',
      'alias false' => 'none',
    },
  }
  # The seconds between two checks.
  attr check_interval, Variant[Integer, Pattern['\\A[1-9][0-9]{0,3}\\z']] {
    check => { if $it !~ String and "${it}" !~ /\A[1-9][0-9]{0,3}\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'property', default => '10' },
  }
  # Whether the certificate of the server is verified.
  attr tls_verify, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The password of the server.
  attr password, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method change_to_s' => "def change_to_s(_old, _new)\n      'changed password'\n    end",
      'method is_to_s' => "def is_to_s(_value)\n      '[old password]'\n    end",
    },
  }
  # Whether it is only used if the others do not work.
  attr backup, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # How often a request is repeated.
  attr retries, Integer {
    default => 3,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # How many seconds the phase `connect` may take.
  attr connect_timeout, Variant[Numeric, Pattern['\\A\\s*[-+]?\\d+(_\\d+)*(\\.\\d+(_\\d+)*)?([eE][-+]?\\d+)?\\s*\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # How many seconds the phase `read` may take.
  attr read_timeout, Variant[Numeric, Pattern['\\A\\s*[-+]?\\d+(_\\d+)*(\\.\\d+(_\\d+)*)?([eE][-+]?\\d+)?\\s*\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  invariant 'a host is needed' { !($self['ensure'] !~ Enum['absent'] and $self['host'] == undef) }
  invariant 'a backup has no weight' { !($self['backup'] =~ Variant[Boolean[true], Enum['true']] and $self['weight'] != undef and $self['weight'] !~ Boolean[false]) }
}
