{
  'networking' => { 'fqdn' => 'Node1.Example.com', 'hostname' => 'node1', 'interfaces' => { 'eth0.1' => { 'ip' => '10.0.0.1' } } },
  'fqdn' => 'node1.example.com',
  'interfaces' => 'eth0,lo',
  'ipaddress' => '10.0.0.1',
  'ipaddress_eth0' => '10.0.0.1',
  'ipaddress_lo' => '127.0.0.1',
  'network_lo' => '127.0.0.0',
  'operatingsystem' => 'Debian',
  'operatingsystemmajrelease' => '12',
  'os' => { 'name' => 'Debian', 'release' => { 'major' => '12' } },
  'list' => ['a', { 'b' => 'c' }],
}
