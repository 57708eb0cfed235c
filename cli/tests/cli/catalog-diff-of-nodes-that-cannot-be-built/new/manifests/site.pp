define peer($address) {
  @@host { $title: ip => $address }
}
node 'web2' { include absent }
node /^web/ { @@peer { $trusted['certname']: address => $facts['ip'] } }
node 'monitor' { Peer <<| |>> notify { 'peers': message => 'of the new site' } }
node 'hosts' { Host <<| |>> -> notify { 'all hosts': } }
