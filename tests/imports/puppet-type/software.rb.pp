package software

# Manages a piece of software that a package manager installs.
#
# **Autorequires:** the file of its source and of its answers.
#
# `validate`, in Ruby:
#     if self[:mark] == :hold && [:absent, :purged].include?(self[:ensure])
#       raise ArgumentError, 'You cannot hold what is absent'
#     end
#     self.fail('A virtual name has no source') if self[:source] && @parameters[:allow_virtual] && self[:allow_virtual] && self[:name] =~ /\Avirtual-/
type Software {
  annotation 'urn:modelwright:puppet' {
    type => 'software',
    'feature installable' => 'The provider can install.',
    'feature installable methods' => '[:install]',
    'feature uninstallable' => 'The provider can remove.',
    'feature uninstallable methods' => '[:uninstall]',
    'feature upgradeable' => 'The provider can find the newest version.',
    'feature upgradeable methods' => '[:update, :latest]',
    'feature purgeable' => 'The provider can remove settings, too.',
    'feature purgeable methods' => '[:purge]',
    'feature versionable' => 'The provider can install a given version.',
    'feature holdable' => 'The provider can hold a version.',
    'feature holdable methods' => '[:hold, :unhold]',
    'feature install_options' => 'The provider passes options to the command that installs.',
    'feature virtual_packages' => 'The provider knows virtual names.',
    'autorequire file' => '[:answers, :source].map { |parameter| self[parameter] }.compact.select { |path| path.start_with?(\'/\') }',
    'method title_patterns' => "def self.title_patterns\n    [\n      [/\\A(.*?)\\z/m, [[:name]]]\n    ]\n  end",
    'method exists?' => "def exists?\n    @provider.properties[:ensure] != :absent\n  end",
    'method refresh' => "def refresh\n    provider.reinstall if self[:reinstall_on_refresh] == :true\n  end",
  }
  # What state the software is in. `latest` and a version need a provider
  # that knows versions.
  attr ensure, Pattern[/\Apresent\z/, /\Aabsent\z/, /\Apurged\z/, /\Alatest\z/, /\Ainstalled\z/, /\A[\d(~<>=^][\w.+:~ <>=^*()-]*\z/] {
    default => 'installed',
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      attr_accessor => 'attr_accessor :latest',
      'value purged requires' => ':purgeable',
      'value latest requires' => ':upgradeable',
      'value /\\A[\\d(~<>=^][\\w.+:~ <>=^*()-]*\\z/ requires' => ':versionable',
      'alias installed' => 'present',
      'method insync?' => "def insync?(is)\n      @lateststamp ||= (Time.now.to_i - 1000)\n      @should.any? { |should| should == is || (should == :latest && is == latest) }\n    end",
      'method retrieve' => "def retrieve\n      provider.properties[:ensure]\n    end",
    },
  }
  # The name of the software, as the package manager has it.
  attr name, String {
    min => 1,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # The package manager, if the node has several ones.
  attr manager, Pattern[/\Asystem\z/, /\Agem\z/, /\Apip\z/, /\Anpm(@\d+)?\z/] {
    default => 'system',
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # Settings that change the content of the software.
  #
  # `validate`, in Ruby:
  #     value.each do |key, setting|
  #       raise ArgumentError, "`#{key}` is no setting" unless key =~ /\A[a-z][a-z_]*\z/
  #       raise ArgumentError, "`#{key}` has no simple value" if setting.is_a?(Hash) || setting.is_a?(Array)
  #     end
  attr settings, Hash[String, Data] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method insync?' => "def insync?(is)\n      provider.settings_insync?(should, is)\n    end",
    },
  }
  # Where the file of the software is: a path, or an address.
  #
  # `validate`, in Ruby:
  #     uri = value.to_s
  #     next if uri =~ %r{\A(https?|ftp|file)://}
  #     next if Puppet::Util.absolute_path?(uri)
  #     raise Puppet::Error, "`#{value}` is neither an address nor a path"
  attr source, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # A read-only parameter, which `ralsh` shows.
  attr instance, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # A read-only parameter, which `ralsh` shows.
  attr status, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # A file with the answers to the questions of the installation.
  attr answers, Pattern[/^\//] { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # Whether existing settings are kept or replaced.
  attr configfiles, Enum['keep', 'replace'] {
    default => 'keep',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether media that can be removed may be sources.
  attr allowcdrom, Boolean { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # Whether virtual names are allowed.
  #
  # The default, in Ruby:
  #     defaultto { provider.class.feature?(:virtual_packages) }
  attr allow_virtual, Boolean {
    annotation 'urn:modelwright:puppet' {
      kind => 'parameter',
      required_features => 'virtual_packages',
    },
  }
  # A list of options: texts, or hashes from names to values.
  #
  # `munge`, in Ruby:
  #     values = [values] unless values.is_a?(Array)
  #     values.collect do |value|
  #       case value
  #       when Hash then value.map { |k, v| "#{k}=#{v}" }
  #       when String then value
  #       else
  #         raise Puppet::Error, "Expected a String or a Hash, but found a #{value.class}"
  #       end
  #     end
  attr install_options, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'parameter',
      required_features => 'install_options',
    },
  }
  # A read-only parameter.
  attr category, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # Whether the version is held.
  attr mark, Enum['hold', 'none'] {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      required_features => 'holdable',
      'method change_to_s' => "def change_to_s(current, desired)\n      \"mark changed from #{current} to #{desired}\"\n    end",
    },
  }
  # From -10000 to 1000; a source with a higher number is preferred.
  attr priority, Variant[Integer, String] {
    check => { if $it =~ ScalarData and "${it}" !~ Pattern['\\A-?\\d+\\z'] or $it =~ Integer and $it !~ Integer[-10000, 1000] or $it =~ Pattern['\\A(0|-?[1-9]\\d{0,17})\\z'] and Integer($it) !~ Integer[-10000, 1000] { 'the priority is not between -10000 and 1000' } },
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # How many seconds the installation may take.
  attr timeout, Variant[Numeric, Pattern['\\A\\s*[-+]?\\d+(_\\d+)*(\\.\\d+(_\\d+)*)?([eE][-+]?\\d+)?\\s*\\z']] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter', default => '600' },
  }
  # Whether the software is installed again if another resource changes.
  attr reinstall_on_refresh, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  invariant 'Answers need a source' { !($self['answers'] != undef and $self['answers'] !~ Boolean[false] and $self['source'] == undef) }
}
