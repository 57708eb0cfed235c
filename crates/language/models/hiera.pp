# The content of a Hiera 1 to 3 configuration file (`hiera.yaml`).

package hiera { uri => 'urn:modelwright:hiera:3' }

# A configuration.
type Configuration {
  # The backends that read the data, in order of precedence.
  has backends, Backend { max => unbound }
  # The levels of data, highest first.
  attr hierarchy, String { max => unbound, unique => false }
  # How hashes of several levels are merged.
  attr merge_behavior, String
  # The destination of log messages, which has no effect here.
  attr logger, String
}

# A backend, which reads the data of one format.
type Backend {
  # Its name: `yaml`, `json`, `eyaml`, or that of an extension.
  attr name, String { min => 1 }
  # The directory of its data, which may contain variables; relative to the configuration file.
  attr datadir, String
  # The file name extension of its data, without a dot.
  attr extension, String
}
