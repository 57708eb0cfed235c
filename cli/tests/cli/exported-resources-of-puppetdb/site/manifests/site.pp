define peer($address, $port = 22) {
  host { $title: ip => $address, comment => "port ${port}" }
}
node 'monitor' { Peer <<| |>> }
node 'names' { Host <<| tag == 'peer' |>> }
node 'strict' { Host <<| title == 'db1' |>> -> Host <<| title == 'web1' |>> }
node 'web1' {
  @@host { 'web1': ip => $facts['ip'], tag => 'peer' }
  if $facts['is_full'] { fail('no disk') }
}
node 'inventory' { puppetdb_query('nodes[certname] {}').each |$one| { notify { $one['certname']: } } }
node 'versions' { notify { 'versions': message => puppetdb_query('facts[value] { name = "version" }') } }
