require 'ipaddr'
require 'puppet/parameter/boolean'
require 'puppet/property/boolean'

module PuppetX
  # What backends have in common.
  module Backend
    SCHEMES = %w[http https fcgi].freeze
    WEIGHTS = (1..256).freeze

    def self.host?(text)
      text =~ /\A[a-z0-9]([a-z0-9.-]*[a-z0-9])?\z/i || !IPAddr.new(text).nil?
    rescue IPAddr::Error
      false
    end
  end
end

Puppet::Type.newtype(:proxy_backend) do
  @doc = "A server behind a proxy.

    A backend belongs to a pool, and is found by the pool and its name:

        proxy_backend { 'shop/web1':
          host => '192.0.2.7',
          port => 8080,
        }"

  feature :weights, 'The proxy distributes requests by weights.', :methods => [:weight, :weight=]
  feature :drains, 'The proxy can wait until requests are finished.'

  def self.title_patterns
    [
      [%r{\A([^/]+)/([^/]+)\z}, [[:pool], [:name]]],
      [%r{\A([^/]+)\z}, [[:name]]]
    ]
  end

  ensurable do
    defaultvalues

    newvalue(:drained, :required_features => :drains) do
      provider.drain
    end

    desc 'Whether the backend gets requests.'
  end

  newparam(:name) do
    desc 'The name of the backend.'
    isnamevar
    newvalues(/\A[a-z][a-z0-9_-]*\z/)
  end

  newparam(:pool) do
    desc 'The pool.'
    isnamevar
    defaultto 'default'
    newvalues(/\A[a-z]\w*\z/)
  end

  newproperty(:host) do
    desc 'The name or the address of the server.'

    validate do |value|
      unless PuppetX::Backend.host?(value)
        raise ArgumentError, "`#{value}` is neither a name nor an address"
      end
    end

    munge(&:downcase)
  end

  newproperty(:port) do
    desc 'The port, from 1 to 65535.'
    defaultto 80

    validate do |value|
      raise ArgumentError, 'a port has digits' unless value.to_s =~ /\A\d{1,5}\z/
      raise ArgumentError, 'the port is too large' unless (1..65_535).cover?(value.to_i)
    end

    munge { |value| value.to_i }
  end

  newproperty(:scheme) do
    desc 'How the proxy speaks with the server.'
    defaultto 'http'

    validate do |value|
      raise ArgumentError, 'unknown scheme' unless PuppetX::Backend::SCHEMES.include?(value)
    end
  end

  newproperty(:weight, :required_features => :weights) do
    desc 'How many requests it gets in comparison with others.'

    validate do |value|
      weight = Integer(value)
      raise ArgumentError, 'from 1 to 256' unless PuppetX::Backend::WEIGHTS.cover?(weight)
    end

    munge { |value| Integer(value) }
  end

  newproperty(:methods, :array_matching => :all) do
    desc 'The methods of requests; all of them, if there is none.'
    newvalues(:GET, :HEAD, :POST, :PUT, :DELETE, /\AX-[A-Z]+\z/)

    munge { |value| value.to_s.upcase.to_sym }

    def insync?(is)
      Array(is).map(&:to_s).sort == Array(should).map(&:to_s).sort
    end
  end

  newproperty(:headers) do
    desc 'Headers that are added.'

    validate do |value|
      raise ArgumentError, 'headers are a hash' unless value.is_a?(Hash)
      value.each_key do |name|
        raise ArgumentError, "no header: #{name}" unless name =~ /\A[A-Za-z-]+\z/
      end
    end
  end

  newproperty(:allow, :parent => Puppet::Property::List) do
    desc 'The networks that may use it.'

    def inclusive?
      true
    end
  end

  newproperty(:check) do
    desc 'How it is found out whether the server works.'
    newvalues(:none, :tcp, %r{\A/\S*\z})
    aliasvalue(:off, :none)
    aliasvalue(false, :none)
    defaultto { @resource[:scheme] == 'fcgi' ? :none : :tcp }
  end

  newproperty(:check_interval) do
    desc 'The seconds between two checks.'
    newvalues(/\A[1-9][0-9]{0,3}\z/)
    defaultto 10
  end

  newproperty(:tls_verify, :boolean => true, :parent => Puppet::Property::Boolean) do
    desc 'Whether the certificate of the server is verified.'
    defaultto true
  end

  newproperty(:password) do
    desc 'The password of the server.'

    def change_to_s(_old, _new)
      'changed password'
    end

    def is_to_s(_value)
      '[old password]'
    end
  end

  newparam(:backup, :boolean => true) do
    desc 'Whether it is only used if the others do not work.'
    newvalues(:true, :false)
    defaultto :false
  end

  newparam(:retries) do
    desc 'How often a request is repeated.'
    defaultto 0x03

    validate do |value|
      fail ArgumentError, 'a number of retries is needed' unless value.is_a?(Integer)
    end
  end

  [:connect, :read].each do |phase|
    newparam(:"#{phase}_timeout") do
      desc "How many seconds the phase `#{phase}` may take."
      munge { |value| Float(value) }
    end
  end

  if Puppet::Util::Platform.windows?
    newparam(:service_account) { desc 'The account of the proxy.' }
  end

  autorequire(:proxy_pool) { self[:pool] }
  autosubscribe(:file) { "/etc/proxy/#{self[:pool]}.conf" }

  validate do
    fail 'a host is needed' if self[:ensure] != :absent && !self[:host]
    raise ArgumentError, 'a backup has no weight' if self[:backup] == :true && self[:weight]
    if self[:scheme] != 'https' && self[:password]
      warning 'the password is sent without encryption'
    end
  end

  def exists?
    provider.exists?
  end
end
