package certificate

# A certificate and its key.
type Certificate {
  annotation 'urn:modelwright:puppet' {
    type => 'certificate',
    'autorequire file' => 'File.dirname(self[:path])',
    'autosubscribe file' => 'self[:source]',
    'autonotify service' => '%w[web mail]',
  }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Where it is written.
  attr path, Pattern[/\A\/[^\0]*\z/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The number of bits of the key.
  attr size, Variant[Integer[2048, 2048], Integer[3072, 3072], Integer[4096, 4096], Enum['2048', '3072', '4096']] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter', default => '3072' },
  }
  attr algorithm, Enum['rsa', 'ec'] {
    default => 'rsa',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  attr common_name, Data { min => 1, annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # Other names.
  attr altnames, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  attr days, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter', default => '365' },
  }
  attr renew, Boolean {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method retrieve' => "def retrieve\n      provider.renew?\n    end",
    },
  }
  # The password of the key.
  attr password, Data {
    annotation 'urn:modelwright:puppet' { kind => 'parameter', sensitive => 'sensitive true' },
  }
}
