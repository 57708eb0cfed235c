package software

# Manages a piece of software that a package manager installs.
#
# **Autorequires:** the file of its source and of its answers.
type Software {
  # What state the software is in. `latest` and a version need a provider
  # that knows versions.
  attr ensure, Pattern[/\Apresent\z/, /\Aabsent\z/, /\Apurged\z/, /\Alatest\z/, /\Ainstalled\z/, /\A[\d(~<>=^][\w.+:~ <>=^*()-]*\z/] {
    default => 'installed',
  }
  # The name of the software, as the package manager has it.
  attr name, String { min => 1 }
  # The package manager, if the node has several ones.
  attr manager, Pattern[/\Asystem\z/, /\Agem\z/, /\Apip\z/, /\Anpm(@\d+)?\z/] {
    default => 'system',
  }
  # Settings that change the content of the software.
  attr settings, Hash[String, Data] {
    check => $it.all |$key, $setting| { $key =~ /\A[a-z][a-z_]*\z/ and $setting !~ Collection },
  }
  # Where the file of the software is: a path, or an address.
  attr source, Pattern[/\A(https?|ftp|file):\/\//, /\A\//]
  # A read-only parameter, which `ralsh` shows.
  attr instance, Data
  # A read-only parameter, which `ralsh` shows.
  attr status, Data
  # A file with the answers to the questions of the installation.
  attr answers, Pattern[/^\//]
  # Whether existing settings are kept or replaced.
  attr configfiles, Enum['keep', 'replace'] { default => 'keep' }
  # Whether media that can be removed may be sources.
  attr allowcdrom, Boolean
  # Whether virtual names are allowed.
  attr allow_virtual, Boolean
  # A list of options: texts, or hashes from names to values.
  attr install_options, Data { check => $it =~ Variant[String, Hash, Array[Variant[String, Hash]]] }
  # A read-only parameter.
  attr category, Data
  # Whether the version is held.
  attr mark, Enum['hold', 'none']
  # From -10000 to 1000; a source with a higher number is preferred.
  attr priority, Variant[Integer[-10000, 1000], Pattern[/\A-?\d+\z/]] {
    check => { if $it =~ String and (Integer($it, 10) < -10000 or Integer($it, 10) > 1000) { 'the priority is not between -10000 and 1000' } },
  }
  # How many seconds the installation may take.
  attr timeout, Variant[Numeric, Pattern[/\A\s*[-+]?\d+(\.\d+)?([eE][-+]?\d+)?\s*\z/]]
  # Whether the software is installed again if another resource changes.
  attr reinstall_on_refresh, Boolean { default => false }
  invariant 'You cannot hold what is absent' { !($self[mark] == 'hold' and $self[ensure] in ['absent', 'purged']) }
  invariant 'Answers need a source' { $self[answers] == undef or $self[source] != undef }
  invariant 'A virtual name has no source' { !($self[source] != undef and $self[allow_virtual] != false and $self[name] =~ /\Avirtual-/) }
}
