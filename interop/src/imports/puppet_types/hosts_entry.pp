package hosts_entry

# An entry of the file of hosts.
#
# Manages one line of `/etc/hosts`.
#
# The line is found by its name.
type Hosts_entry {
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent']
  # The name of the host.
  attr name, Pattern[/(?i:\A[a-z0-9.-]+\z)/] { min => 1, id => true }
  # The address of the host.
  attr ip, Pattern[/\A\d{1,3}(\.\d{1,3}){3}\z/, /(?i:\A[0-9a-f:]+\z)/] { min => 1 }
  # Other names of the host.
  attr host_aliases, Data {
    max => unbound,
    unique => false,
    check => { if $it =~ String and $it =~ Pattern['\\s'] { 'an alias has no spaces' } },
  }
  # What is written after the names.
  attr comment, Data
  # The file.
  attr target, Data { default => '/etc/hosts' }
}
