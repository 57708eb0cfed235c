package compiler_options

type Project {
  has extends, ProjectExtends
  attr files, String { max => unbound }
  attr include, String { max => unbound, unique => false }
  has compilerOptions, ProjectCompilerOptions
  has references, ProjectReferencesItem { max => unbound }
}

type ProjectCompilerOptions {
  attr target, ProjectCompilerOptionsTarget { default => es5 }
  attr strict, Boolean { default => false }
  attr outDir, String
  has paths, ProjectCompilerOptionsPaths { max => unbound }
  attr lib, String { max => unbound, unique => false }
  attr maxNodeModuleJsDepth, ProjectCompilerOptionsMaxNodeModuleJsDepth { default => 0 }
  attr jsx, ProjectCompilerOptionsJsx
}

type ProjectReferencesItem {
  attr path, String { min => 1 }
  attr prepend, Boolean
}

enum ProjectCompilerOptionsTarget { es5, es2015, es2022, esnext }

enum ProjectCompilerOptionsJsx { preserve, react, react_jsx as 'react-jsx' }

type ProjectExtends {
  annotation 'urn:modelwright:language' { type => 'Variant[String, Array[String]]' }
  attr string, String
  attr array, String { max => unbound, unsettable => true }
}

type ProjectCompilerOptionsPaths {
  instance_class => 'java.util.Map$Entry'
  annotation 'urn:modelwright:language' { type => 'Hash[String, Array[String]]' }
  attr key, String { min => 1 }
  attr value, String { max => unbound }
}

datatype ProjectCompilerOptionsMaxNodeModuleJsDepth { base => Integer[0] }
