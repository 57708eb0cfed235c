class app (String $host = "a") { }
