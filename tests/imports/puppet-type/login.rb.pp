package login

# A login of a person or a service.
#
# Manages logins, with their groups and passwords.
#
# `validate`, in Ruby:
#     if self[:ensure] == :role && self[:shell]
#       raise Puppet::Error, 'A role has no shell'
#     end
#     min, max = self[:password_min_age], self[:password_max_age]
#     fail 'The least age is above the greatest one' if min && max && max >= 0 && min > max
#     raise ArgumentError, 'A salt needs iterations' if self[:salt] && self[:iterations].nil?
type Login {
  annotation 'urn:modelwright:puppet' {
    type => 'login',
    'feature manages_passwords' => 'The provider can change passwords.',
    'feature manages_password_age' => 'The provider knows the age of passwords.',
    'feature manages_expiry' => 'The provider knows when a login expires.',
    'feature manages_shell' => 'The provider can set the shell and checks it.',
    'feature manages_password_salt' => 'The provider can salt passwords.',
    'feature system_users' => 'The provider can create logins of the system.',
    'autorequire group' => "autos = []\n    autos << self[:gid] if self[:gid].is_a?(String)\n    autos += self[:groups].split(',') if self[:groups]\n    autos",
    'method retrieve' => "def retrieve\n    absent = false\n    properties.inject({}) do |hash, property|\n      hash[property] = absent ? :absent : property.retrieve\n      hash\n    end\n  end",
  }
  # The state of the login.
  #
  # The default, in Ruby:
  #     defaultto { :present if @resource.managed? }
  attr ensure, Enum['present', 'absent', 'role'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The home directory.
  attr home, Data {
    check => { if $it !~ Boolean[false] and $it !~ Pattern['\\A(/|[A-Za-z]:[/\\\\]|\\\\\\\\)'] { "the home directory '${it}' is not absolute" } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The number of the login. If it is not given, one is chosen.
  #
  # `munge`, in Ruby:
  #     case value
  #     when String
  #       value = Integer(value) if value =~ /^[-0-9]+$/
  #     end
  #     
  #     return value
  attr uid, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The main group, by name or number.
  #
  # `munge`, in Ruby:
  #     if value.is_a?(String) && value =~ /^[-0-9]+$/
  #       Integer(value)
  #     else
  #       value
  #     end
  attr gid, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # A description, which is mostly a full name.
  #
  # `munge`, in Ruby:
  #     v.respond_to?(:force_encoding) ? v.dup.force_encoding(Encoding::UTF_8) : v
  attr comment, Data {
    check => { if $it =~ ScalarData and "${it}" =~ Pattern[':'] or $it =~ ScalarData and "${it}" =~ Pattern["\n"] { 'a comment has no colon' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The shell. It must exist and be executable.
  attr shell, Data {
    check => { if $it !~ Enum['absent'] and ($it !~ String or $it =~ String and $it !~ Pattern['\\A/'] or $it =~ Pattern['/\\z']) { "`${it}` is no path of a shell" } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_shell',
    },
  }
  # The hash of the password.
  attr password, Data {
    check => { if $it =~ String and $it =~ Pattern[':'] { 'Passwords cannot include \':\'' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_passwords',
      'method change_to_s' => "def change_to_s(current, desired)\n      current == :absent ? 'created password' : 'changed password'\n    end",
    },
  }
  # The least number of days before a password may be changed.
  #
  # `munge`, in Ruby:
  #     case value
  #     when String
  #       Integer(value)
  #     else
  #       value
  #     end
  attr password_min_age, Data {
    check => { if $it =~ ScalarData and "${it}" !~ Pattern['^-?\\d+$'] { 'Password minimum age must be provided as a number.' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_password_age',
    },
  }
  # The greatest number of days before a password must be changed.
  #
  # `munge`, in Ruby:
  #     value.is_a?(String) ? Integer(value) : value
  attr password_max_age, Data {
    check => { if $it =~ ScalarData and "${it}" !~ Pattern['^-?\\d+$'] { 'Password maximum age must be provided as a number.' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_password_age',
    },
  }
  # The other groups, by name.
  attr groups, Data {
    max => unbound,
    unique => false,
    check => { if $it =~ Pattern['^\\d+$'] { 'Group names must be provided, not GID numbers.' } elsif $it =~ Pattern[','] { 'Group names must be provided as an array, not a comma-separated list.' } elsif $it =~ String[0, 0] { 'Group names must not be empty. If you want to specify "no groups" pass an empty array' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method membership' => "def membership\n      :membership\n    end",
    },
  }
  # The name, which must be valid on the system.
  #
  # `validate`, in Ruby:
  #     case value
  #     when /\A[a-z_][a-z0-9_.-]{0,31}\$?\z/ then true
  #     else raise ArgumentError, "`#{value}` is no name of a login"
  #     end
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # Whether the groups are all groups of the login.
  attr membership, Enum['inclusive', 'minimum'] {
    default => 'minimum',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether the login is one of the system.
  attr system, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether several logins may have the same number.
  attr allowdupe, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether the home directory is created and removed with the login.
  #
  # `validate`, in Ruby:
  #     if munge(value) && resource[:ensure] == :role
  #       raise ArgumentError, 'a role has no home directory'
  #     end
  attr managehome, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # The date at which the login expires, or `absent`.
  attr expiry, Data {
    check => { if $it =~ ScalarData and "${it}" !~ Enum['absent'] and $it !~ Pattern['^\\d{4}-\\d{2}-\\d{2}$'] { 'Expiry dates must be YYYY-MM-DD or the string "absent"' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_expiry',
      values => 'absent, /^\\d{4}-\\d{2}-\\d{2}$/',
    },
  }
  # How often the hash of the password is repeated.
  #
  # `munge`, in Ruby:
  #     if value.is_a?(String) && value =~ /^[-0-9]+$/
  #       Integer(value)
  #     else
  #       value
  #     end
  attr iterations, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_password_salt',
    },
  }
  # The salt of the password, in hexadecimal digits.
  attr salt, Pattern[/\Aabsent\z/, /\A\h{16,}\z/] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_password_salt',
    },
  }
  # The class of the login.
  #
  # `validate`, in Ruby:
  #     if value.is_a?(Integer)
  #       raise ArgumentError, 'Class name must be provided.'
  #     elsif value !~ /\A\w+\z/
  #       raise ArgumentError, 'A class has letters only.'
  #     end
  attr loginclass, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # Whether other keys are removed: a truth value, or the files that have them.
  #
  # `validate`, in Ruby:
  #     next if [:true, :false].include?(value.to_s.intern)
  #     
  #     value = [value] if value.is_a?(String)
  #     if value.is_a?(Array)
  #       paths = value
  #       fail Puppet::Error, 'no files' if paths.empty?
  #       paths.each do |path|
  #         fail Puppet::Error, "Keys must be in an absolute file, not '#{path}'" unless path =~ %r{\A(/|~|%h)}
  #       end
  #     else
  #       raise Puppet::Error, "purge_keys is no truth value, text or list: #{value.inspect}"
  #     end
  #
  # `munge`, in Ruby:
  #     case value
  #     when :true, true, 'true' then ['%h/.ssh/authorized_keys']
  #     when :false, false, 'false' then []
  #     else Array(value)
  #     end
  attr purge_keys, Data {
    default => 'false',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
}
