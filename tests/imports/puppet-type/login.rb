# A login of a person or a service.
Puppet::Type.newtype(:login) do
  @doc = "Manages logins, with their groups and passwords."

  feature :manages_passwords, 'The provider can change passwords.'
  feature :manages_password_age, 'The provider knows the age of passwords.'
  feature :manages_expiry, 'The provider knows when a login expires.'
  feature :manages_shell, 'The provider can set the shell and checks it.'
  feature :manages_password_salt, 'The provider can salt passwords.'
  feature :system_users, 'The provider can create logins of the system.'

  newproperty(:ensure) do
    desc 'The state of the login.'

    newvalue(:present, :event => :user_created) { provider.create }
    newvalue(:absent, :event => :user_removed) { provider.delete }
    newvalue(:role, :event => :role_created) { provider.create_role }

    defaultto { :present if @resource.managed? }
  end

  newproperty(:home) do
    desc 'The home directory.'
    validate do |value|
      fail Puppet::Error, "the home directory '#{value}' is not absolute" if value && !Puppet::Util.absolute_path?(value)
    end
  end

  newproperty(:uid) do
    desc 'The number of the login. If it is not given, one is chosen.'

    munge do |value|
      case value
      when String
        value = Integer(value) if value =~ /^[-0-9]+$/
      end

      return value
    end
  end

  newproperty(:gid) do
    desc 'The main group, by name or number.'

    munge do |value|
      if value.is_a?(String) && value =~ /^[-0-9]+$/
        Integer(value)
      else
        value
      end
    end
  end

  newproperty(:comment) do
    desc 'A description, which is mostly a full name.'
    validate { |v| raise ArgumentError, 'a comment has no colon' if v.to_s.include?(':') || v.to_s.include?("\n") }
    munge { |v| v.respond_to?(:force_encoding) ? v.dup.force_encoding(Encoding::UTF_8) : v }
  end

  newproperty(:shell, :required_features => :manages_shell) do
    desc 'The shell. It must exist and be executable.'
    validate do |value|
      next if [:absent, 'absent'].include?(value)
      unless value.is_a?(String) && value.start_with?('/') && !value.end_with?('/')
        raise ArgumentError, "`#{value}` is no path of a shell"
      end
    end
  end

  newproperty(:password, :required_features => :manages_passwords) do
    desc 'The hash of the password.'

    validate do |value|
      raise ArgumentError, "Passwords cannot include ':'" if value.is_a?(String) && value.include?(':')
    end

    def change_to_s(current, desired)
      current == :absent ? 'created password' : 'changed password'
    end
  end

  newproperty(:password_min_age, :required_features => :manages_password_age) do
    desc 'The least number of days before a password may be changed.'

    munge do |value|
      case value
      when String
        Integer(value)
      else
        value
      end
    end

    validate do |value|
      if value.to_s !~ /^-?\d+$/
        raise ArgumentError, 'Password minimum age must be provided as a number.'
      end
    end
  end

  newproperty(:password_max_age, :required_features => :manages_password_age) do
    desc 'The greatest number of days before a password must be changed.'

    munge { |value| value.is_a?(String) ? Integer(value) : value }
    validate do |value|
      raise ArgumentError, 'Password maximum age must be provided as a number.' if value.to_s !~ /^-?\d+$/
    end
  end

  newproperty(:groups, :parent => Puppet::Property::List) do
    desc 'The other groups, by name.'

    validate do |value|
      if value =~ /^\d+$/
        raise ArgumentError, 'Group names must be provided, not GID numbers.'
      end
      raise ArgumentError, "Group names must be provided as an array, not a comma-separated list." if value.include?(',')
      raise ArgumentError, 'Group names must not be empty. If you want to specify "no groups" pass an empty array' if value.empty?
    end

    def membership
      :membership
    end
  end

  newparam(:name) do
    desc 'The name, which must be valid on the system.'
    isnamevar
    validate do |value|
      case value
      when /\A[a-z_][a-z0-9_.-]{0,31}\$?\z/ then true
      else raise ArgumentError, "`#{value}` is no name of a login"
      end
    end
  end

  newparam(:membership) do
    desc 'Whether the groups are all groups of the login.'
    newvalues(:inclusive, :minimum)
    defaultto :minimum
  end

  newparam(:system, :boolean => true, :parent => Puppet::Parameter::Boolean) do
    desc 'Whether the login is one of the system.'
    defaultto false
  end

  newparam(:allowdupe, :boolean => true, :parent => Puppet::Parameter::Boolean) do
    desc 'Whether several logins may have the same number.'
    defaultto false
  end

  newparam(:managehome, :boolean => true, :parent => Puppet::Parameter::Boolean) do
    desc 'Whether the home directory is created and removed with the login.'
    defaultto false

    validate do |value|
      if munge(value) && resource[:ensure] == :role
        raise ArgumentError, 'a role has no home directory'
      end
    end
  end

  newproperty(:expiry, :required_features => :manages_expiry) do
    desc 'The date at which the login expires, or `absent`.'

    newvalues :absent
    newvalues(/^\d{4}-\d{2}-\d{2}$/)

    validate do |value|
      if value.intern != :absent && value !~ /^\d{4}-\d{2}-\d{2}$/
        raise ArgumentError, 'Expiry dates must be YYYY-MM-DD or the string "absent"'
      end
    end
  end

  newproperty(:iterations, :required_features => :manages_password_salt) do
    desc 'How often the hash of the password is repeated.'

    munge do |value|
      if value.is_a?(String) && value =~ /^[-0-9]+$/
        Integer(value)
      else
        value
      end
    end
  end

  newproperty(:salt, :required_features => :manages_password_salt) do
    desc 'The salt of the password, in hexadecimal digits.'
    newvalues(/\A\h{16,}\z/, :absent)
  end

  newproperty(:loginclass) do
    desc 'The class of the login.'
    validate do |value|
      if value.is_a?(Integer)
        raise ArgumentError, 'Class name must be provided.'
      elsif value !~ /\A\w+\z/
        raise ArgumentError, 'A class has letters only.'
      end
    end
  end

  newparam(:purge_keys) do
    desc 'Whether other keys are removed: a truth value, or the files that have them.'
    defaultto :false

    validate do |value|
      next if [:true, :false].include?(value.to_s.intern)

      value = [value] if value.is_a?(String)
      if value.is_a?(Array)
        paths = value
        fail Puppet::Error, 'no files' if paths.empty?
        paths.each do |path|
          fail Puppet::Error, "Keys must be in an absolute file, not '#{path}'" unless path =~ %r{\A(/|~|%h)}
        end
      else
        raise Puppet::Error, "purge_keys is no truth value, text or list: #{value.inspect}"
      end
    end

    munge do |value|
      case value
      when :true, true, 'true' then ['%h/.ssh/authorized_keys']
      when :false, false, 'false' then []
      else Array(value)
      end
    end
  end

  validate do
    if self[:ensure] == :role && self[:shell]
      raise Puppet::Error, 'A role has no shell'
    end
    min, max = self[:password_min_age], self[:password_max_age]
    fail 'The least age is above the greatest one' if min && max && max >= 0 && min > max
    raise ArgumentError, 'A salt needs iterations' if self[:salt] && self[:iterations].nil?
  end

  autorequire(:group) do
    autos = []
    autos << self[:gid] if self[:gid].is_a?(String)
    autos += self[:groups].split(',') if self[:groups]
    autos
  end

  def retrieve
    absent = false
    properties.inject({}) do |hash, property|
      hash[property] = absent ? :absent : property.retrieve
      hash
    end
  end
end
