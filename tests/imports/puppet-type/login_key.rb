module Puppet
  Type.newtype(:login_key) do
    @doc = "Manages a public key with which a user may log in.

      The parts of a line of the file are attributes:

          ecdsa-sha2-nistp256 AAAA... anna@example"

    ensurable

    newparam(:name) do
      desc 'The comment of the key, which must be different for each key.'
      isnamevar
      validate do |value|
        raise Puppet::Error, 'Names of keys have one line' if value.include?("\n")
      end
    end

    newproperty(:type) do
      desc 'How the key was made.'
      newvalues :'ssh-dss', :'ssh-rsa', :'ecdsa-sha2-nistp256', :'ecdsa-sha2-nistp384', :'ssh-ed25519'
      aliasvalue(:dsa, :'ssh-dss')
      aliasvalue(:ed25519, :'ssh-ed25519')
      aliasvalue(:rsa, :'ssh-rsa')
    end

    newproperty(:key) do
      desc 'The key itself, in letters of Base64.'
      validate do |value|
        raise Puppet::Error, "Key must not contain whitespace: #{value}" if value =~ /\s/
        raise Puppet::Error, "Key is no Base64" unless value =~ %r{\A[A-Za-z0-9+/]+={0,2}\z}
      end
    end

    newproperty(:user) do
      desc 'Who logs in with it.'
    end

    newproperty(:target) do
      desc 'The absolute path of the file, if it is not that of the user.'

      defaultto :absent

      def should
        return super if defined?(@should) && @should[0] != :absent
        return nil unless resource[:user]
        File.expand_path("~#{resource[:user]}/.ssh/authorized_keys")
      end

      def insync?(is)
        is == should
      end
    end

    newproperty(:options, :array_matching => :all) do
      desc 'Options of the key, as a list.'
      defaultto { :absent }

      validate do |value|
        unless value == :absent || value =~ /^[-a-z0-9A-Z_]+(?:=\".*?\")?$/
          raise Puppet::Error, "Option #{value} is not valid. A single option must either be of the form 'option' or 'option=\"value\"'."
        end
      end

      def is_to_s(value)
        value == :absent || value.include?(:absent) ? super : value.join(',')
      end
    end

    newparam(:bits) do
      desc 'The length of the key, if it is checked: 256 to 8192, in steps of 64.'
      validate do |value|
        bits = Integer(value)
        raise ArgumentError, 'too short' if bits < 256
        raise ArgumentError, 'too long' if bits > 8192
        raise ArgumentError, 'not a step' unless (bits % 64).zero?
      end
    end

    newparam(:expires) do
      desc 'When the key is removed: seconds, or a number with a unit.'
      newvalues(:never, /\A\d+\s*(s|min|h|d)?\z/)
      defaultto :never
      munge do |value|
        value = super(value)
        value == :never ? nil : value.to_s[/\d+/].to_i
      end
    end

    newparam(:drop_privileges, :boolean => true, :parent => Puppet::Parameter::Boolean) do
      desc 'Whether the file is written with the rights of its user.'
      defaultto true
    end

    REQUIRED = [:type, :key].freeze

    validate do
      unless self.should(:target) || self.should(:user)
        raise Puppet::Error, "Attribute 'user' or 'target' is mandatory"
      end
      next if self[:ensure] == :absent
      REQUIRED.each do |name|
        raise Puppet::Error, "Attribute '#{name}' is mandatory" unless self[name]
      end
    end

    autorequire(:user) do
      should(:user) if should(:user)
    end

    def self.instances
      []
    end
  end
end
