define peer($address, $port = 22) {
  @@host { $title: ip => $address, tag => 'peer' }
}
class exporter {
  @@peer { $trusted['certname']:
    address => $facts['ip'],
  }
}
node 'monitor' { peer { 'web1': address => 'local' } Peer <<| |>> }
node /^web/ { include exporter if $trusted['certname'] == 'web2' { fail('no disk') } }
node 'names' { Host <<| tag == 'peer' |>> -> notify { 'done': } }
node 'hosts' { Host <<| tag == 'peer' |>> }
node default { notify { 'alone': } }
