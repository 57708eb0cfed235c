class m (Integer $servers = 1, Integer $port1 = 1) {}
class n (Integer $server = 1) {}
$all = lookup([name, names, other, "x_${y}", merged])
