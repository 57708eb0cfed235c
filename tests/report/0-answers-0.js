hieraReport.part(0,"answers",0,[
[[3,"/backup/north/web1"],[4,["time.example.org"]],[5,"db.production.example.org"],[6,"ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAxggEhMIIBHQ==]"],[7,"%{REMOTE_ADDR} asks"],[9,"web1 moves on "],[10,null]],
[[3,"/backup/south/db1"],[4,["0.pool.ntp.example.org","1.pool.ntp.example.org"]],[7,"%{REMOTE_ADDR} asks"],[9,"Welcome to db1.example.org"]]
]);
