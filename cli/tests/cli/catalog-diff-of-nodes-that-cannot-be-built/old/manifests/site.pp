define peer($address) {
  @@host { $title: ip => $address }
}
node /^web/ { @@peer { $trusted['certname']: address => $facts['ip'] } }
node 'monitor' { Peer <<| |>> notify { 'peers': message => 'of the old site' } }
node 'hosts' { Host <<| |>> -> notify { 'all hosts': } }
