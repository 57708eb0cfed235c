package daemon

# Manages a program that runs in the background.
#
# What a system can do depends on its init program; the type finds the
# provider by the facts of the node.
#
# `validate`, in Ruby:
#     if @parameters[:password] && @parameters[:account].nil?
#       raise Puppet::Error, 'A password without an account'
#     end
type Daemon {
  annotation 'urn:modelwright:puppet' {
    type => 'daemon',
    'feature refreshable' => 'The provider can restart the daemon.',
    'feature refreshable methods' => '[:restart]',
    'feature enableable' => 'The provider can start the daemon with the system.',
    'feature enableable methods' => '[:enabled?]',
    'feature delayed_startable' => 'The provider can start the daemon with a delay.',
    'feature maskable' => 'The provider can prevent any start of the daemon.',
    'feature flaggable' => 'The provider can pass flags to the daemon.',
    'feature configurable_timeout' => 'The provider waits for a given time.',
    'feature manages_credentials' => 'The provider can run the daemon as another user.',
    'method refresh' => "def refresh\n      provider.restart if (@parameters[:ensure] || newattr(:ensure)).retrieve == :running\n    end",
    'method needs_ensure_retrieval' => "def self.needs_ensure_retrieval\n      false\n    end",
  }
  # Whether the daemon starts with the system.
  attr enable, Variant[Boolean, Enum['manual', 'mask', 'delayed']] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'enableable',
      'value mask requires' => ':maskable',
      'value delayed requires' => ':delayed_startable',
      'method retrieve' => "def retrieve\n        provider.enabled?\n      end",
      'method insync?' => "def insync?(current)\n        provider.respond_to?(:enabled_insync?) ? provider.enabled_insync?(current) : super(current)\n      end",
    },
  }
  # Whether the daemon runs.
  attr ensure, Variant[Boolean, Enum['stopped', 'running']] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'alias false' => 'stopped',
      'alias true' => 'running',
      'method retrieve' => "def retrieve\n        provider.status\n      end",
    },
  }
  # The account that runs the daemon.
  attr account, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'manages_credentials',
    },
  }
  # The password of the account.
  #
  # `munge`, in Ruby:
  #     raise ArgumentError, 'Passwords must be texts' unless value.is_a?(String)
  #     value
  attr password, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'parameter',
      required_features => 'manages_credentials',
      sensitive => 'sensitive true',
    },
  }
  # A text of flags that is passed to the start script.
  attr flags, Data {
    check => { if $it =~ String and $it =~ String[1025] { 'the flags are too long' } },
    annotation 'urn:modelwright:puppet' { kind => 'property', required_features => 'flaggable' },
  }
  # The path of the program.
  attr binary, Pattern[/\A(\/|[A-Za-z]:[\/\\]|\\\\)/] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether the start script knows `status`.
  attr hasstatus, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether the start script knows `restart`.
  attr hasrestart, Boolean { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # The name of the daemon, as the init program knows it.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # Where start scripts are searched: a list, or one text with colons.
  #
  # `munge`, in Ruby:
  #     value = [value] unless value.is_a?(Array)
  #     value.flatten.collect { |p| p.split(File::PATH_SEPARATOR) }.flatten
  #
  # `validate`, in Ruby:
  #     paths = value.is_a?(Array) ? value : [value]
  #     paths.flatten.each do |entry|
  #       raise ArgumentError, "`#{entry}` is relative" unless entry.start_with?('/')
  #     end
  #
  # The default, in Ruby:
  #     defaultto { provider.class.respond_to?(:defpath) ? provider.class.defpath : nil }
  attr path, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # The pattern that is searched in the table of processes.
  #
  # The default, in Ruby:
  #     defaultto { @resource[:binary] || @resource[:name] }
  attr pattern, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # A command that restarts the daemon. If it is not set, the daemon is stopped and started.
  attr restart, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # A command whose exit code is 0 if the daemon runs.
  attr status, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # A command or a path that configures the daemon.
  attr manifest, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # How much is written.
  attr logonlevel, Pattern[/\Aquiet\z/, /\Anormal\z/, /\Aloud\z/, /\Adebug[0-9]?\z/] {
    default => 'normal',
    annotation 'urn:modelwright:puppet' { kind => 'parameter', 'alias loud' => 'normal' },
  }
  # How many seconds the provider waits.
  #
  # The default, in Ruby:
  #     defaultto { provider.class.respond_to?(:default_timeout) ? provider.class.default_timeout : 10 }
  #
  # `munge`, in Ruby:
  #     begin
  #       value = value.to_i
  #       raise if value < 1
  #       value
  #     rescue
  #       raise Puppet::Error, "`#{value}` is not a positive integer: the timeout parameter must be specified as a positive integer"
  #     end
  attr timeout, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'parameter',
      required_features => 'configurable_timeout',
    },
  }
  invariant 'A masked daemon does not run' { !($self['enable'] =~ Enum['mask'] and $self['ensure'] =~ Variant[Boolean[true], Enum['running', 'true']]) }
}
