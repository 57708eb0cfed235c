package hosts_entry

# An entry of the file of hosts.
#
# Manages one line of `/etc/hosts`.
#
# The line is found by its name.
type Hosts_entry {
  annotation 'urn:modelwright:puppet' {
    type => 'hosts_entry',
    'autorequire file' => 'self[:target]',
  }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The name of the host.
  attr name, Pattern[/(?i:\A[a-z0-9.-]+\z)/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The address of the host.
  attr ip, Pattern[/\A\d{1,3}(\.\d{1,3}){3}\z/, /(?i:\A[0-9a-f:]+\z)/] {
    min => 1,
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # Other names of the host.
  attr host_aliases, Data {
    max => unbound,
    unique => false,
    check => { if $it =~ Pattern['\\s'] { 'an alias has no spaces' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # What is written after the names.
  attr comment, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The file.
  #
  # The default, in Ruby:
  #     defaultto { Puppet::Util::Platform.windows? ? 'C:/hosts' : '/etc/hosts' }
  attr target, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
}
