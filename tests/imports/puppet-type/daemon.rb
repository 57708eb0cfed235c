# frozen_string_literal: true

module Puppet
  Type.newtype(:daemon) do
    @doc = "Manages a program that runs in the background.

      What a system can do depends on its init program; the type finds the
      provider by the facts of the node."

    feature :refreshable, 'The provider can restart the daemon.', :methods => [:restart]
    feature :enableable, 'The provider can start the daemon with the system.', :methods => [:enabled?]
    feature :delayed_startable, 'The provider can start the daemon with a delay.'
    feature :maskable, 'The provider can prevent any start of the daemon.'
    feature :flaggable, 'The provider can pass flags to the daemon.'
    feature :configurable_timeout, 'The provider waits for a given time.'
    feature :manages_credentials, 'The provider can run the daemon as another user.'

    newproperty(:enable, :required_features => :enableable) do
      desc 'Whether the daemon starts with the system.'

      newvalue(:true, :event => :daemon_enabled) do
        provider.enable
      end

      newvalue(:false, :event => :daemon_disabled) do
        provider.disable
      end

      newvalue(:manual, :event => :daemon_manual_start) do
        provider.manual_start
      end

      newvalue(:mask, :event => :daemon_masked, :required_features => :maskable) do
        provider.mask
      end

      newvalue(:delayed, :event => :daemon_delayed, :required_features => :delayed_startable) do
        provider.delayed_start
      end

      def retrieve
        provider.enabled?
      end

      def insync?(current)
        provider.respond_to?(:enabled_insync?) ? provider.enabled_insync?(current) : super(current)
      end
    end

    newproperty(:ensure) do
      desc 'Whether the daemon runs.'

      newvalue(:stopped, :event => :daemon_stopped) do
        provider.stop
      end

      newvalue(:running, :event => :daemon_started, :invalidate_refreshes => true) do
        provider.start
      end

      aliasvalue(:false, :stopped)
      aliasvalue(:true, :running)

      def retrieve
        provider.status
      end
    end

    newproperty(:account, :required_features => :manages_credentials) do
      desc 'The account that runs the daemon.'
    end

    newparam(:password, :required_features => :manages_credentials) do
      desc 'The password of the account.'

      munge do |value|
        raise ArgumentError, 'Passwords must be texts' unless value.is_a?(String)
        value
      end

      sensitive true
    end

    newproperty(:flags, :required_features => :flaggable) do
      desc 'A text of flags that is passed to the start script.'
      validate do |value|
        if value.is_a?(String) && value.length > 1024
          raise ArgumentError, 'the flags are too long'
        end
      end
    end

    newparam(:binary) do
      desc 'The path of the program.'
      validate do |value|
        unless Puppet::Util.absolute_path?(value)
          raise Puppet::Error, "`#{value}` is not absolute"
        end
      end
    end

    newparam(:hasstatus) do
      desc 'Whether the start script knows `status`.'
      newvalues(:true, :false)
      defaultto :true
    end

    newparam(:hasrestart) do
      desc 'Whether the start script knows `restart`.'
      newvalues(:true, :false)
    end

    newparam(:name) do
      desc 'The name of the daemon, as the init program knows it.'
      isnamevar
      isrequired
    end

    newparam(:path) do
      desc 'Where start scripts are searched: a list, or one text with colons.'

      munge do |value|
        value = [value] unless value.is_a?(Array)
        value.flatten.collect { |p| p.split(File::PATH_SEPARATOR) }.flatten
      end

      validate do |value|
        paths = value.is_a?(Array) ? value : [value]
        paths.flatten.each do |entry|
          raise ArgumentError, "`#{entry}` is relative" unless entry.start_with?('/')
        end
      end

      defaultto { provider.class.respond_to?(:defpath) ? provider.class.defpath : nil }
    end

    newparam(:pattern) do
      desc 'The pattern that is searched in the table of processes.'
      defaultto { @resource[:binary] || @resource[:name] }
    end

    newparam(:restart) do
      desc 'A command that restarts the daemon. If it is not set, the daemon is stopped and started.'
    end

    newparam(:status) do
      desc 'A command whose exit code is 0 if the daemon runs.'
    end

    newparam(:manifest) do
      desc 'A command or a path that configures the daemon.'
    end

    newparam(:logonlevel) do
      desc 'How much is written.'
      newvalues(:quiet, :normal, /\Adebug[0-9]?\z/)
      aliasvalue(:loud, :normal)
      defaultto :normal
    end

    newparam(:timeout, :required_features => :configurable_timeout) do
      desc 'How many seconds the provider waits.'
      defaultto { provider.class.respond_to?(:default_timeout) ? provider.class.default_timeout : 10 }

      munge do |value|
        begin
          value = value.to_i
          raise if value < 1
          value
        rescue
          raise Puppet::Error, "`#{value}` is not a positive integer: the timeout parameter must be specified as a positive integer"
        end
      end
    end

    validate do
      if @parameters[:password] && @parameters[:account].nil?
        raise Puppet::Error, 'A password without an account'
      end
      if self[:enable] == :mask && self[:ensure] == :running
        raise Puppet::Error, 'A masked daemon does not run'
      end
    end

    # Restarts the daemon if it runs.
    def refresh
      provider.restart if (@parameters[:ensure] || newattr(:ensure)).retrieve == :running
    end

    def self.needs_ensure_retrieval
      false
    end
  end
end
