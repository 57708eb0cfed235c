# What a Hiera 1 to 3 configuration file (`hiera.yaml`) says.

package hiera { uri => 'urn:modelwright:hiera:3' }

# A configuration.
type Configuration {
  # What reads the data, in order of precedence.
  has backends, Backend { max => unbound }
  # The levels of data, highest first.
  attr hierarchy, String { max => unbound, unique => false }
  # How hashes of several levels become one.
  attr merge_behavior, String
  # What log messages go to; nothing here depends on it.
  attr logger, String
}

# What reads the data of one notation.
type Backend {
  # Its name: `yaml`, `json`, `eyaml`, or that of an extension.
  attr name, String { min => 1 }
  # The folder of its data, perhaps with variables in it; relative to the configuration file.
  attr datadir, String
  # The file name extension of its data, without dot.
  attr extension, String
}
