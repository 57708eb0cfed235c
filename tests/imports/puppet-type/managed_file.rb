require 'uri'

Puppet::Type.newtype(:managed_file) do
  @doc = "Manages a file, its content and its owner.

  - A file has either `content` or `source`.
  - Directories may be managed recursively.
  "

  CREATORS = [:content, :source, :target].freeze
  SOURCE_ONLY_CHECKSUMS = [:none, :ctime, :mtime].freeze

  def self.title_patterns
    [[/^(\/|.+:\/|.*[^\/])\/*\Z/m, [[:path]]]]
  end

  newparam(:path) do
    desc 'The path of the file. It must be absolute.'
    isnamevar

    validate do |value|
      unless Puppet::Util.absolute_path?(value)
        fail Puppet::Error, "File paths must be fully qualified, not '#{value}'"
      end
    end

    munge do |value|
      value.start_with?('//') && File.basename(value) == '/' ? value : File.expand_path(value)
    end
  end

  newproperty(:ensure) do
    desc <<-EOT
      What kind of file it is.
    EOT

    nodefault
    newvalue(:absent) { provider.unlink }
    newvalue(:file) { provider.create }
    newvalue(:directory) { provider.mkdir }
    newvalue(:link) { provider.mklink }
    newvalue(:present) { provider.create }
    aliasvalue(:false, :absent)
  end

  newparam(:backup) do
    desc 'Whether, and where, the old content is kept: `false`, a suffix such as `.bak`, or a bucket.'

    defaultto false

    munge do |value|
      case value
      when false, 'false', :false then false
      when true, 'true', '.puppet-bak', :true then '.puppet-bak'
      when String then value
      else
        self.fail "Invalid backup type #{value.inspect}"
      end
    end
  end

  newparam(:recurse) do
    desc 'Whether the content of a directory is managed, too.'
    newvalues(:true, :false, :remote)

    validate { |arg| }
    munge do |value|
      newval = super(value)
      case newval
      when :true then true
      when :false then false
      when :remote then :remote
      else
        self.fail "Invalid recurse value #{value.inspect}"
      end
    end
  end

  newparam(:recurselimit) do
    desc 'How deep the recursion is.'
    newvalues(/^[0-9]+$/)

    munge do |value|
      newval = super(value)
      case newval
      when Integer then value
      when /^\d+$/ then Integer(value)
      else
        self.fail "Invalid recurselimit value #{value.inspect}"
      end
    end
  end

  newparam(:max_files) do
    desc 'How many files are managed; -1 allows any number.'
    defaultto 0
    newvalues(/^[0-9]+$/, /^-1$/)
  end

  newparam(:replace, :boolean => true, :parent => Puppet::Parameter::Boolean) do
    desc 'Whether an existing file gets other content.'
    defaultto :true
  end

  newparam(:force, :boolean => true, :parent => Puppet::Parameter::Boolean) do
    desc 'Whether a directory may be replaced by a file.'
    defaultto false
  end

  newparam(:ignore) do
    desc 'Patterns of names that are not managed: one, or a list.'

    validate do |value|
      unless value.is_a?(Array) || value.is_a?(String) || value == false
        self.devfail "Ignore must be a string or an Array"
      end
    end
  end

  newparam(:links) do
    desc 'How links are treated.'
    newvalues(:follow, :manage)
    defaultto :manage
  end

  newparam(:validate_cmd) do
    desc 'A command that accepts the new file. `%` is the path of the new content.'
    validate do |value|
      raise ArgumentError, "`%` is missing" unless value.include?('%')
    end
  end

  newparam(:checksum) do
    desc 'How files are compared.'
    newvalues('sha256', 'sha512', 'md5', 'mtime', 'ctime', 'none')
    defaultto { Puppet[:digest_algorithm].to_sym }
  end

  newproperty(:content) do
    desc 'The content. It may also be a checksum in braces.'
    attr_reader :actual_content

    munge do |value|
      value.is_a?(String) ? value.dup : value
    end
  end

  newparam(:source) do
    desc 'Where the content comes from. The first source that exists counts.'

    validate do |sources|
      sources = [sources] unless sources.is_a?(Array)
      sources.each do |source|
        next if Puppet::Util.absolute_path?(source)
        begin
          uri = URI.parse(URI::DEFAULT_PARSER.escape(source))
        rescue => detail
          self.fail "Could not understand source #{source}: #{detail}"
        end
        self.fail "Cannot use relative URLs '#{source}'" unless uri.absolute?
        self.fail "Cannot use opaque URLs '#{source}'" unless uri.hierarchical?
        self.fail "Cannot use URLs of type '#{uri.scheme}' as source for fileserving" unless %w[file puppet http https].include?(uri.scheme)
      end
    end
  end

  newproperty(:target) do
    desc 'The target of a link.'
    newvalue(:notlink) { provider.unlink }
    newvalue(/./) { provider.mklink }
  end

  newproperty(:owner) do
    desc 'The user, by name or number.'
    validate do |value|
      raise ArgumentError, 'an owner is a name or a number' if value.to_s.strip.empty? || value.to_s =~ /\s/
    end
  end

  newproperty(:group) do
    desc 'The group, by name or number.'
    validate do |group|
      raise(Puppet::Error, "Invalid group name '#{group.inspect}'") unless group && group != ''
    end
  end

  newproperty(:mode) do
    desc 'The permissions: octal digits in quotes, or letters such as `u=rw,g=r`.'

    validate do |value|
      unless value.is_a?(String)
        raise Puppet::Error, "The file mode specification must be a string, not '#{value.class.name}'"
      end
      unless value =~ /\A0?[0-7]{3,4}\z/ || value =~ /\A([ugoa]*[-+=][rwxXstugo]*)(,[ugoa]*[-+=][rwxXstugo]*)*\z/
        raise Puppet::Error, "The file mode specification is invalid: #{value.inspect}"
      end
    end

    munge do |value|
      value =~ /\A\d+\z/ ? value.rjust(4, '0') : value
    end
  end

  [:seluser, :selrole, :seltype].each do |name|
    newproperty(name) do
      desc "What the part `#{name}` of the context is."
      validate { |value| raise ArgumentError, 'no spaces' if value =~ /\s/ }
    end
  end

  autorequire(:file) do
    request = []
    request << File.dirname(self[:path]) if self[:path]
    request << self[:target] if self[:target] && self[:target] != :notlink
    request
  end

  [:owner, :group].each do |type|
    autorequire(type == :owner ? :user : :group) { self[type] }
  end

  validate do
    creator_count = 0
    CREATORS.each do |param|
      creator_count += 1 if self.should(param) || (self[param] if param == :source)
    end
    self.fail "You cannot specify more than one of #{CREATORS.collect(&:to_s).join(', ')}" if creator_count > 1

    self.fail "You cannot specify a remote recursion without a source" if !self[:source] && self[:recurse] == :remote

    self.fail "You cannot specify source when using checksum 'none'" if self[:checksum] == :none && !self[:source].nil?

    SOURCE_ONLY_CHECKSUMS.each do |checksum_type|
      self.fail "You cannot specify content when using checksum '#{checksum_type}'" if self[:checksum] == checksum_type && !self[:content].nil?
    end

    warning 'Possible error: recurselimit is set but not recurse' if !self[:recurse] && self[:recurselimit]

    if self[:ensure] == :link && !self[:target]
      self.fail 'A link needs a target'
    end
  end
end
