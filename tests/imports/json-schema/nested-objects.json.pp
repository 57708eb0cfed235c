package nested_objects

type Server {
  has http, ServerHttp
  has log, ServerLog
}

type ServerHttp {
  has listen, ServerHttpListen
  has tls, ServerHttpTls
}

type ServerLog {
  attr level, ServerLogLevel
  has outputs, ServerLogOutputsItem { max => unbound }
}

type ServerHttpListen {
  attr host, String
  attr port, Integer { min => 1 }
}

type ServerHttpTls {
  attr key, String { min => 1 }
  attr cert, String { min => 1 }
}

enum ServerLogLevel { debug, info }

type ServerLogOutputsItem {
  attr file, String
}
