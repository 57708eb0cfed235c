define peer($address, $port = 22) {
  @@host { $title: ip => $address, comment => "port ${port}", tag => 'peer' }
}
class exporter {
  @@peer { $trusted['certname']:
    address => $facts['ip'],
    port    => 2222,
  }
}
node 'monitor' { Peer <<| |>> }
node /^web/ { include exporter }
node 'names' { Host <<| tag == 'peer' |>> -> notify { 'done': } }
node 'hosts' { Host <<| tag == 'peer' |>> }
node default { notify { 'alone': } }
