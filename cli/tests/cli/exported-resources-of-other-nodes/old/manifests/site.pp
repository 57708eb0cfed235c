define peer($address, $port = 22) {
  @@host { $title: ip => $address, tag => 'peer' }
}
class exporter {
  @@peer { $trusted['certname']:
    address => $facts['ip'],
  }
}
node 'monitor' { Peer <<| |>> }
node /^web/ { include exporter }
node 'names' { Host <<| tag == 'peer' |>> -> notify { 'done': } }
node 'hosts' { Host <<| tag == 'peer' |>> }
node default { notify { 'alone': } }
