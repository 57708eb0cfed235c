package login_key

# Manages a public key with which a user may log in.
#
# The parts of a line of the file are attributes:
#
#     ecdsa-sha2-nistp256 AAAA... anna@example
#
# `validate`, in Ruby:
#     unless self.should(:target) || self.should(:user)
#       raise Puppet::Error, "Attribute 'user' or 'target' is mandatory"
#     end
#     next if self[:ensure] == :absent
#     REQUIRED.each do |name|
#       raise Puppet::Error, "Attribute '#{name}' is mandatory" unless self[name]
#     end
type Login_key {
  annotation 'urn:modelwright:puppet' {
    type => 'login_key',
    'autorequire user' => 'should(:user) if should(:user)',
    'method instances' => "def self.instances\n      []\n    end",
    'definition REQUIRED' => 'REQUIRED = [:type, :key].freeze',
  }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The comment of the key, which must be different for each key.
  attr name, String {
    min => 1,
    id => true,
    check => { if $it =~ Pattern["\n"] { 'Names of keys have one line' } },
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # How the key was made.
  attr type, Enum['ssh-dss', 'ssh-rsa', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ssh-ed25519', 'dsa', 'ed25519', 'rsa'] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'alias dsa' => '\'ssh-dss\'',
      'alias ed25519' => '\'ssh-ed25519\'',
      'alias rsa' => '\'ssh-rsa\'',
    },
  }
  # The key itself, in letters of Base64.
  attr key, Pattern[/\A[A-Za-z0-9+\/]+={0,2}\z/] {
    check => { if $it =~ Pattern['\\s'] { "Key must not contain whitespace: ${it}" } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Who logs in with it.
  attr user, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The absolute path of the file, if it is not that of the user.
  attr target, Data {
    default => 'absent',
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method should' => "def should\n        return super if defined?(@should) && @should[0] != :absent\n        return nil unless resource[:user]\n        File.expand_path(\"~#{resource[:user]}/.ssh/authorized_keys\")\n      end",
      'method insync?' => "def insync?(is)\n        is == should\n      end",
    },
  }
  # Options of the key, as a list.
  attr options, Pattern[/^[-a-z0-9A-Z_]+(?:=\".*?\")?$/] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method is_to_s' => "def is_to_s(value)\n        value == :absent || value.include?(:absent) ? super : value.join(',')\n      end",
      default => 'absent',
    },
  }
  # The length of the key, if it is checked: 256 to 8192, in steps of 64.
  #
  # `validate`, in Ruby:
  #     raise ArgumentError, 'not a step' unless (bits % 64).zero?
  attr bits, Variant[Integer, Pattern['\\A\\s*[-+]?(\\d+(_\\d+)*|0[xX]\\h+|0[bB][01]+|0[oO][0-7]+)\\s*\\z']] {
    check => { if $it =~ Integer and $it =~ Integer[default, 255] or $it =~ Pattern['\\A(0|-?[1-9]\\d{0,17})\\z'] and Integer($it) =~ Integer[default, 255] { 'too short' } elsif $it =~ Integer and $it =~ Integer[8193] or $it =~ Pattern['\\A(0|-?[1-9]\\d{0,17})\\z'] and Integer($it) =~ Integer[8193] { 'too long' } },
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # When the key is removed: seconds, or a number with a unit.
  #
  # `munge`, in Ruby:
  #     value = super(value)
  #     value == :never ? nil : value.to_s[/\d+/].to_i
  attr expires, Pattern[/\Anever\z/, /\A\d+\s*(s|min|h|d)?\z/] {
    default => 'never',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether the file is written with the rights of its user.
  attr drop_privileges, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
