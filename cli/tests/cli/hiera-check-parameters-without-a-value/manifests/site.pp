lookup('classes', {merge => unique}).include
node 'db1' { include special }
node default { class { 'given': here => 1, * => $facts } }
