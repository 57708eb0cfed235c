hieraReport.part(0,"answers",0,JSON.parse('[\
{"written":[[0,10,416]],"answers":[{"v":416,"from":[[0,10,"common"]]}]},\
{"written":[[0,11,"root"]],"answers":[{"v":"root","from":[[0,11,"common"]]}]},\
{"written":[[0,12,true]],"answers":[{"v":true,"from":[[0,12,"common"]]}]},\
{"written":[[0,13,"/backup/%{::datacenter.name}/%{scope(\'::hostname\')}"]],"answers":[{"v":"/backup/north/web1","from":[[0,13,"common"]]},{"v":"/backup/south/db1","from":[[0,13,"common"]]}],"nodes":[[1]]},\
{"written":[[0,8,"%{alias(\'ntp::servers\')}"]],"answers":[{"v":["time.example.org"],"from":[[0,8,"common"]]},{"v":["0.pool.ntp.example.org","1.pool.ntp.example.org"],"from":[[0,8,"common"]]}],"nodes":[[1]]},\
{"written":[[0,9,"localhost"],[2,5,"db.%{::environment}.example.org"]],"answers":[{"v":"db.production.example.org","from":[[2,5,"%{::environment}"]],"rejected":[[0,9,"shadowed"]]},{"v":"localhost","from":[[0,9,"common"]]}],"nodes":[[1]]},\
{"written":[[2,4,"<encrypted>"]],"answers":[{"v":"<encrypted>","from":[[2,4,"%{::environment}"]]},{"none":1,"from":[]}],"nodes":[[1]]},\
{"written":[[0,14,"%{literal(\'%\')}{REMOTE_ADDR} asks"]],"answers":[{"v":"%{REMOTE_ADDR} asks","from":[[0,14,"common"]]}]},\
{"written":[[0,3,"info"],[2,3,"warning"]],"answers":[{"v":"warning","from":[[2,3,"%{::environment}"]],"rejected":[[0,3,"shadowed"]]},{"v":"info","from":[[0,3,"common"]]}],"nodes":[[1]]},\
{"written":[[0,4,"Welcome to %{::fqdn}"],[1,3,"%{::hostname} moves on %{hiera(\'move::date\')}"],[3,2,"never shown: the YAML backend has a value on every level"]],"answers":[{"v":"web1 moves on ","from":[[1,3,"nodes/%{::fqdn}"]],"rejected":[[0,4,"shadowed"],[3,2,"shadowed"]]},{"v":"Welcome to db1.example.org","from":[[0,4,"common"]],"rejected":[[3,2,"shadowed"]]}],"nodes":[[1]]},\
{"written":[[1,4,{"ruby":"Date","text":"2026-03-01"}]],"answers":[{"v":null,"from":[[1,4,"nodes/%{::fqdn}"]]},{"none":1,"from":[]}],"nodes":[[1]]},\
{"written":[[0,5,["0.pool.ntp.example.org","1.pool.ntp.example.org"]],[1,5,["time.example.org"]]],"answers":[{"v":["time.example.org"],"from":[[1,5,"nodes/%{::fqdn}"]],"rejected":[[0,5,"shadowed"]]},{"v":["0.pool.ntp.example.org","1.pool.ntp.example.org"],"from":[[0,5,"common"]]}],"nodes":[[1]]},\
{"written":[[3,7,{"$number":"9223372036854775808"}]],"answers":[{"v":{"$number":"9223372036854775808"},"from":[[3,7,"common"]]}]},\
{"written":[[3,9,null]],"answers":[{"v":null,"from":[[3,9,"common"]]}]},\
{"written":[[3,8,{"$number":"0.75"}]],"answers":[{"v":{"$number":"0.75"},"from":[[3,8,"common"]]}]},\
{"written":[[3,3,[{"name":"ada","uid":1001,"groups":["wheel","www"]},{"name":"bob","uid":1002,"groups":[]}]]],"answers":[{"v":[{"name":"ada","uid":1001,"groups":["wheel","www"]},{"name":"bob","uid":1002,"groups":[]}],"from":[[3,3,"common"]]}]},\
{"written":[[0,15,{}],[1,7,{"shop":{"docroot":"/srv/shop","port":8080}}],[2,6,{"status":{"docroot":"/srv/status","port":80}}]],"answers":[{"v":{"shop":{"docroot":"/srv/shop","port":8080}},"from":[[1,7,"nodes/%{::fqdn}"]],"rejected":[[0,15,"shadowed"],[2,6,"shadowed"]]},{"v":{},"from":[[0,15,"common"]]}],"nodes":[[1]]}\
]'));
