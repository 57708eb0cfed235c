package package_manifest { uri => 'https://example.org/schemas/package.json' }

# What a package contains.
type Package {
  # Its name in the registry.
  attr name, PackageName { min => 1 }
  attr version, Pattern[/\A\d+\.\d+\.\d+\z/] { min => 1 }
  attr private, Boolean { default => false }
  attr license, String
  attr author, Variant[String, PersonOption2]
  attr contributors, Variant[String, PersonOption2] { max => unbound }
  attr keywords, String { max => unbound }
  attr dependencies, Hash[String, String[1]]
  attr devDependencies, Hash[String, String[1]]
  attr bin, Data
  attr engines, Hash[PackageEnginesKey, String]
}

datatype PackageName {
  instance_class => 'java.lang.String',
  facets => {
    baseType => 'http://www.w3.org/2001/XMLSchema#string',
    pattern => '[a-z][a-z0-9-]*',
    maxLength => 40,
  },
  annotation 'urn:modelwright:language' { type => 'Pattern[/\\A[a-z][a-z0-9-]*\\z/]' },
}

type PersonOption2 {
  attr name, String { min => 1 }
  attr email, Pattern[/\A[^@\s]+@[^@\s]+\z/]
  attr url, URI
}

enum PackageEnginesKey { node, npm }
