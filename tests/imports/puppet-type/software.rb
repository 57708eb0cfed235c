Puppet::Type.newtype(:software) do
  @doc = <<-DOC
    Manages a piece of software that a package manager installs.

    **Autorequires:** the file of its source and of its answers.
  DOC

  feature :installable, 'The provider can install.', :methods => [:install]
  feature :uninstallable, 'The provider can remove.', :methods => [:uninstall]
  feature :upgradeable, 'The provider can find the newest version.', :methods => [:update, :latest]
  feature :purgeable, 'The provider can remove settings, too.', :methods => [:purge]
  feature :versionable, 'The provider can install a given version.'
  feature :holdable, 'The provider can hold a version.', :methods => [:hold, :unhold]
  feature :install_options, 'The provider passes options to the command that installs.'
  feature :virtual_packages, 'The provider knows virtual names.'

  ensurable do
    desc <<-DOC
      What state the software is in. `latest` and a version need a provider
      that knows versions.
    DOC

    attr_accessor :latest

    newvalue(:present, :event => :software_installed) do
      provider.install
    end

    newvalue(:absent, :event => :software_removed) do
      provider.uninstall
    end

    newvalue(:purged, :event => :software_purged, :required_features => :purgeable) do
      provider.purge
    end

    newvalue(:latest, :required_features => :upgradeable) do
      provider.update
    end

    newvalue(/\A[\d(~<>=^][\w.+:~ <>=^*()-]*\z/, :required_features => :versionable) do
      provider.install
    end

    aliasvalue(:installed, :present)

    defaultto :installed

    def insync?(is)
      @lateststamp ||= (Time.now.to_i - 1000)
      @should.any? { |should| should == is || (should == :latest && is == latest) }
    end

    def retrieve
      provider.properties[:ensure]
    end
  end

  newparam(:name) do
    desc 'The name of the software, as the package manager has it.'
    isnamevar

    validate do |value|
      unless value.is_a?(String)
        raise ArgumentError, "Name must be a String not #{value.class}"
      end
    end
  end

  newparam(:manager, :namevar => true) do
    desc 'The package manager, if the node has several ones.'
    defaultto 'system'
    newvalues('system', 'gem', 'pip', /\Anpm(@\d+)?\z/)
  end

  newproperty(:settings) do
    desc 'Settings that change the content of the software.'

    validate do |value|
      raise ArgumentError, 'the settings are no hash' unless value.is_a?(Hash)
      value.each do |key, setting|
        raise ArgumentError, "`#{key}` is no setting" unless key =~ /\A[a-z][a-z_]*\z/
        raise ArgumentError, "`#{key}` has no simple value" if setting.is_a?(Hash) || setting.is_a?(Array)
      end
    end

    def insync?(is)
      provider.settings_insync?(should, is)
    end
  end

  newparam(:source) do
    desc 'Where the file of the software is: a path, or an address.'
    validate do |value|
      uri = value.to_s
      next if uri =~ %r{\A(https?|ftp|file)://}
      next if Puppet::Util.absolute_path?(uri)
      raise Puppet::Error, "`#{value}` is neither an address nor a path"
    end
  end

  newparam(:instance) do
    desc 'A read-only parameter, which `ralsh` shows.'
  end

  newparam(:status) do
    desc 'A read-only parameter, which `ralsh` shows.'
  end

  newparam(:answers) do
    desc 'A file with the answers to the questions of the installation.'
    validate do |value|
      raise ArgumentError, 'the file is not absolute' unless value =~ %r{^/}
    end
  end

  newparam(:configfiles) do
    desc 'Whether existing settings are kept or replaced.'
    defaultto :keep
    newvalues(:keep, :replace)
  end

  newparam(:allowcdrom) do
    desc 'Whether media that can be removed may be sources.'
    newvalues(:true, :false)
  end

  newparam(:allow_virtual, :boolean => true, :parent => Puppet::Parameter::Boolean, :required_features => :virtual_packages) do
    desc 'Whether virtual names are allowed.'
    defaultto { provider.class.feature?(:virtual_packages) }
  end

  newparam(:install_options, :required_features => :install_options) do
    desc 'A list of options: texts, or hashes from names to values.'

    munge do |values|
      values = [values] unless values.is_a?(Array)
      values.collect do |value|
        case value
        when Hash then value.map { |k, v| "#{k}=#{v}" }
        when String then value
        else
          raise Puppet::Error, "Expected a String or a Hash, but found a #{value.class}"
        end
      end
    end
  end

  newparam(:category) do
    desc 'A read-only parameter.'
  end

  newproperty(:mark, :required_features => :holdable) do
    desc 'Whether the version is held.'
    newvalues(:hold, :none)
    munge { |value| value.to_sym }

    def change_to_s(current, desired)
      "mark changed from #{current} to #{desired}"
    end
  end

  newparam(:priority) do
    desc 'From -10000 to 1000; a source with a higher number is preferred.'
    validate do |value|
      unless value.to_s =~ /\A-?\d+\z/ && value.to_i.between?(-10_000, 1000)
        raise ArgumentError, 'the priority is not between -10000 and 1000'
      end
    end
    munge { |value| value.to_i }
  end

  newparam(:timeout) do
    desc 'How many seconds the installation may take.'
    defaultto 600
    munge { |value| Float(value) }
  end

  newparam(:reinstall_on_refresh) do
    desc 'Whether the software is installed again if another resource changes.'
    newvalues(:true, :false)
    defaultto :false
  end

  validate do
    if self[:mark] == :hold && [:absent, :purged].include?(self[:ensure])
      raise ArgumentError, 'You cannot hold what is absent'
    end
    fail 'Answers need a source' if self[:answers] && self[:source].nil?
    self.fail('A virtual name has no source') if self[:source] && @parameters[:allow_virtual] && self[:allow_virtual] && self[:name] =~ /\Avirtual-/
  end

  autorequire(:file) do
    [:answers, :source].map { |parameter| self[parameter] }.compact.select { |path| path.start_with?('/') }
  end

  def self.title_patterns
    [
      [/\A(.*?)\z/m, [[:name]]]
    ]
  end

  def exists?
    @provider.properties[:ensure] != :absent
  end

  def refresh
    provider.reinstall if self[:reinstall_on_refresh] == :true
  end
end
