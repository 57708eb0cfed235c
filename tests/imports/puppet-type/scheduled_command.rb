require 'puppet/util/filetype'

Puppet::Type.newtype(:scheduled_command) do
  @doc = <<-'EOT'
    Installs a command that a scheduler runs at given times.

    All times but `special` default to `*`. A command with `special` has no
    other time.
  EOT

  ensurable

  # A part of a time. Its values are numbers in a range, names, or `*`; several
  # values may be given as a list.
  class TimePart < Puppet::Property
    class << self
      attr_accessor :boundaries

      def default_value
        '*'
      end
    end

    validate do |value|
      text = value.to_s
      unless text == '*' || text =~ %r{\A(\*|\d+(-\d+)?)(/\d+)?\z} || named(text)
        raise ArgumentError, "`#{value}` is no part of a time"
      end

      lower, upper = self.class.boundaries
      text.split('/').first.scan(/\d+/) do |digits|
        number = digits.to_i
        raise ArgumentError, "#{number} is not between #{lower} and #{upper}" if number < lower || number > upper
      end
    end

    munge { |value| value.to_s.downcase }

    def names
      []
    end

    def named(text)
      names.include?(text.downcase[0, 3])
    end

    def insync?(is)
      Array(is).map(&:to_s) == should
    end
  end

  newproperty(:command) do
    desc "The command. The environment is that of the scheduler, so it is best
      to give the full path of the program.\n\n"

    validate do |value|
      raise ArgumentError, 'a command has one line' if value =~ /\n/
    end

    munge { |value| value.strip }
  end

  newproperty(:special) do
    desc 'A time with a name, such as `reboot` or `annually`.'

    def self.specials
      %w[reboot yearly annually monthly weekly daily midnight hourly absent]
    end

    validate do |value|
      raise ArgumentError, "Invalid special schedule #{value.inspect}" unless self.class.specials.include?(value)
    end
  end

  newproperty(:minute, :parent => TimePart, :array_matching => :all) do
    desc 'The minutes at which it runs, from 0 to 59.'
    self.boundaries = [0, 59]
  end

  newproperty(:hour, :parent => TimePart, :array_matching => :all) do
    desc 'The hours at which it runs, from 0 to 23.'
    self.boundaries = [0, 23]
  end

  newproperty(:weekday, :parent => TimePart, :array_matching => :all) do
    desc 'The days of the week: 0 to 7, or names. Sunday is 0 and 7.'
    self.boundaries = [0, 7]

    def names
      %w[sun mon tue wed thu fri sat]
    end
  end

  newproperty(:month, :parent => TimePart, :array_matching => :all) do
    desc 'The months: 1 to 12, or names.'
    self.boundaries = [1, 12]

    def names
      %w[jan feb mar apr may jun jul aug sep oct nov dec]
    end
  end

  newproperty(:environment, :array_matching => :all) do
    desc 'Variables of the environment, such as `PATH=/bin:/usr/bin`.'

    validate do |value|
      unless value =~ /^\s*(\w+)\s*=\s*(.*)\s*$/ || value == :absent || value == 'absent'
        raise ArgumentError, "Invalid environment setting #{value.inspect}"
      end
    end

    def insync?(is)
      is.is_a?(Array) ? is.sort == @should.sort : is == @should
    end
  end

  newproperty(:user) do
    desc 'Who runs the command. A table of another user needs root.'
    defaultto { Etc.getpwuid(Process.uid).name || 'root' }
  end

  newproperty(:target) do
    desc 'The name of the table in which the command is stored.'

    defaultto do
      if provider.class.name == :table
        @resource.should(:user) || 'root'
      end
    end
  end

  newparam(:name) do
    desc 'A name of the command, which is written as a comment above it.'
    isnamevar
  end

  validate do
    return true unless self[:special]
    return true if self[:special] == :absent

    [:minute, :hour, :weekday, :month].each do |field|
      next unless self[field]
      next if self[field] == :absent

      raise ArgumentError, "#{field} cannot be specified with #{self[:special]}"
    end
  end

  autorequire(:user) { self[:user] }

  def value(name)
    parameter = @parameters[name]
    parameter.respond_to?(:should) ? parameter.should : nil
  end
end
