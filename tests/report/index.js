hieraReport.trees([{name:"hiera.yaml",
levels:["nodes/%{::fqdn}","%{::environment}","common"],
backends:["yaml","json"],
files:["examples/hiera/data/common.yaml","examples/hiera/data/nodes/web1.example.org.yaml","examples/hiera/data/production.yaml","examples/hiera/data/common.json"],
keys:["backup::mode","backup::owner","backup::retry","backup::target","chrony::servers","db::host","db::password","httpd::log_format","loglevel","motd","move::date","ntp::servers","quota::bytes","quota::note","quota::ratio","users","web::vhosts"],
fileKeys:[[0,1,1,1,1,1,2,1,1,2,5],[9,1,1,5],[5,1,2,8],[9,3,1,1,1]],
nodes:[["web1.example.org",{"::fqdn":"web1.example.org","::hostname":"web1","::environment":"production","::datacenter":{"name":"north"}},[[0,"nodes/web1.example.org",1],[1,"production",2],[2,"common",0],[3,"nodes/web1.example.org",-1],[4,"production",-1],[5,"common",3]]],["db1.example.org",{"::fqdn":"db1.example.org","::hostname":"db1","::environment":"test","::datacenter":{"name":"south"}},[[0,"nodes/db1.example.org",-1],[1,"test",-1],[2,"common",0],[3,"nodes/db1.example.org",-1],[4,"test",-1],[5,"common",3]]]],
problems:[["warning","MW0815","the value is never used, because a level above it always has the key","examples/hiera/data/common.json",2,"remove it here, or at examples/hiera/data/common.yaml:4"],["warning","MW0811","0640 is the number 416, because a number that begins with 0 is octal","examples/hiera/data/common.yaml",10,"put it in quotes to make it a text, or write 416"],["warning","MW0811","Hiera returns nil for the date 2026-03-01","examples/hiera/data/nodes/web1.example.org.yaml",4,"put it in quotes to make it a text"]],
problemCount:3}]);
