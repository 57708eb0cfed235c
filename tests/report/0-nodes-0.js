hieraReport.part(0,"nodes",0,JSON.parse('[\
{"variables":{"::fqdn":"web1.example.org","::hostname":"web1","::environment":"production","::datacenter":{"name":"north"}},"special":[]},\
{"variables":{"::fqdn":"db1.example.org","::hostname":"db1","::environment":"test","::datacenter":{"name":"south"}},"special":[4,1,1,1,1,1,1,-1,2,1,1,1,1,-1,1,1,5,1]}\
]'));
