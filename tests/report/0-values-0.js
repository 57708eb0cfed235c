hieraReport.part(0,"values",0,[
[[0,10,416]],
[[0,11,"root"]],
[[0,12,true]],
[[0,13,"/backup/%{::datacenter.name}/%{scope('::hostname')}"]],
[[0,8,"%{alias('ntp::servers')}"]],
[[0,9,"localhost"],[2,5,"db.%{::environment}.example.org"]],
[[2,4,"ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQ==]"]],
[[0,14,"%{literal('%')}{REMOTE_ADDR} asks"]],
[[0,3,"info"],[2,3,"warning"]],
[[0,4,"Welcome to %{::fqdn}"],[1,3,"%{::hostname} moves on %{hiera('move::date')}"],[3,2,"never shown: the YAML backend has a value on every level"]],
[[1,4,{"ruby":"Date","text":"2026-03-01"}]],
[[0,5,["0.pool.ntp.example.org","1.pool.ntp.example.org"]],[1,5,["time.example.org"]]],
[[3,7,9223372036854775808]],
[[3,9,null]],
[[3,8,0.75]],
[[3,3,[{"name":"ada","uid":1001,"groups":["wheel","www"]},{"name":"bob","uid":1002,"groups":[]}]]],
[[0,15,{}],[1,7,{"shop":{"docroot":"/srv/shop","port":8080}}],[2,6,{"status":{"docroot":"/srv/status","port":80}}]]
]);
