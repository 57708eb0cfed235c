# A module whose names are words of the language.
package Hazard {
  uri => 'urn:\'example"',
  prefix => 'h',
  annotation 'http://www.eclipse.org/emf/2002/Ecore' { more => "a\nb" },
}

type 'Class' {
  attr type, String { default => 'it\'s "x" \\ #{y}' }
  attr attr, EInt
  attr "odd 'name'\n::x", String
  has self, 'Class' { containment => false }
  # Not code: }
  # 'quoted' "text" \ and é
  has package, 'String' { containment => false }
}

type 'String' {}

type HTTPServer {}

type HttpServer2 inherits HTTPServer {
  annotation 'http://www.eclipse.org/emf/2002/GenModel' { documentation => "  kept \r as it is\n" }
  has server, HTTPServer { containment => false }
  attr kind, 'class2'
}

enum 'class2' { '', type, 'a\'b', true }
