package scheduled_command

# Installs a command that a scheduler runs at given times.
#
# All times but `special` default to `*`. A command with `special` has no
# other time.
#
# `validate`, in Ruby:
#     return true unless self[:special]
#     return true if self[:special] == :absent
#     [:minute, :hour, :weekday, :month].each do |field|
#       next unless self[field]
#       next if self[field] == :absent
#     
#       raise ArgumentError, "#{field} cannot be specified with #{self[:special]}"
#     end
type Scheduled_command {
  annotation 'urn:modelwright:puppet' {
    type => 'scheduled_command',
    'autorequire user' => 'self[:user]',
    'method value' => "def value(name)\n    parameter = @parameters[name]\n    parameter.respond_to?(:should) ? parameter.should : nil\n  end",
  }
  # If it is missing, it is `present` as soon as a property has a value.
  attr ensure, Enum['present', 'absent'] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The command. The environment is that of the scheduler, so it is best
  # to give the full path of the program.
  attr command, String {
    check => { if $it =~ Pattern['\\n'] { 'a command has one line' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # A time with a name, such as `reboot` or `annually`.
  #
  # `validate`, in Ruby:
  #     raise ArgumentError, "Invalid special schedule #{value.inspect}" unless self.class.specials.include?(value)
  attr special, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method specials' => "def self.specials\n      %w[reboot yearly annually monthly weekly daily midnight hourly absent]\n    end",
    },
  }
  # The minutes at which it runs, from 0 to 59.
  #
  # Not expressed, in Ruby:
  #     self.boundaries = [0, 59]
  #
  # `validate`, in Ruby:
  #     text = value.to_s
  #     unless text == '*' || text =~ %r{\A(\*|\d+(-\d+)?)(/\d+)?\z} || named(text)
  #       raise ArgumentError, "`#{value}` is no part of a time"
  #     end
  #     
  #     lower, upper = self.class.boundaries
  #     text.split('/').first.scan(/\d+/) do |digits|
  #       number = digits.to_i
  #       raise ArgumentError, "#{number} is not between #{lower} and #{upper}" if number < lower || number > upper
  #     end
  attr minute, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'class methods' => "class << self\n      attr_accessor :boundaries\n\n      def default_value\n        '*'\n      end\n    end",
      'method names' => "def names\n      []\n    end",
      'method named' => "def named(text)\n      names.include?(text.downcase[0, 3])\n    end",
      'method insync?' => "def insync?(is)\n      Array(is).map(&:to_s) == should\n    end",
    },
  }
  # The hours at which it runs, from 0 to 23.
  #
  # Not expressed, in Ruby:
  #     self.boundaries = [0, 23]
  #
  # `validate`, in Ruby:
  #     text = value.to_s
  #     unless text == '*' || text =~ %r{\A(\*|\d+(-\d+)?)(/\d+)?\z} || named(text)
  #       raise ArgumentError, "`#{value}` is no part of a time"
  #     end
  #     
  #     lower, upper = self.class.boundaries
  #     text.split('/').first.scan(/\d+/) do |digits|
  #       number = digits.to_i
  #       raise ArgumentError, "#{number} is not between #{lower} and #{upper}" if number < lower || number > upper
  #     end
  attr hour, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'class methods' => "class << self\n      attr_accessor :boundaries\n\n      def default_value\n        '*'\n      end\n    end",
      'method names' => "def names\n      []\n    end",
      'method named' => "def named(text)\n      names.include?(text.downcase[0, 3])\n    end",
      'method insync?' => "def insync?(is)\n      Array(is).map(&:to_s) == should\n    end",
    },
  }
  # The days of the week: 0 to 7, or names. Sunday is 0 and 7.
  #
  # Not expressed, in Ruby:
  #     self.boundaries = [0, 7]
  #
  # `validate`, in Ruby:
  #     text = value.to_s
  #     unless text == '*' || text =~ %r{\A(\*|\d+(-\d+)?)(/\d+)?\z} || named(text)
  #       raise ArgumentError, "`#{value}` is no part of a time"
  #     end
  #     
  #     lower, upper = self.class.boundaries
  #     text.split('/').first.scan(/\d+/) do |digits|
  #       number = digits.to_i
  #       raise ArgumentError, "#{number} is not between #{lower} and #{upper}" if number < lower || number > upper
  #     end
  attr weekday, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'class methods' => "class << self\n      attr_accessor :boundaries\n\n      def default_value\n        '*'\n      end\n    end",
      'method named' => "def named(text)\n      names.include?(text.downcase[0, 3])\n    end",
      'method insync?' => "def insync?(is)\n      Array(is).map(&:to_s) == should\n    end",
      'method names' => "def names\n      %w[sun mon tue wed thu fri sat]\n    end",
    },
  }
  # The months: 1 to 12, or names.
  #
  # Not expressed, in Ruby:
  #     self.boundaries = [1, 12]
  #
  # `validate`, in Ruby:
  #     text = value.to_s
  #     unless text == '*' || text =~ %r{\A(\*|\d+(-\d+)?)(/\d+)?\z} || named(text)
  #       raise ArgumentError, "`#{value}` is no part of a time"
  #     end
  #     
  #     lower, upper = self.class.boundaries
  #     text.split('/').first.scan(/\d+/) do |digits|
  #       number = digits.to_i
  #       raise ArgumentError, "#{number} is not between #{lower} and #{upper}" if number < lower || number > upper
  #     end
  attr month, Data {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'class methods' => "class << self\n      attr_accessor :boundaries\n\n      def default_value\n        '*'\n      end\n    end",
      'method named' => "def named(text)\n      names.include?(text.downcase[0, 3])\n    end",
      'method insync?' => "def insync?(is)\n      Array(is).map(&:to_s) == should\n    end",
      'method names' => "def names\n      %w[jan feb mar apr may jun jul aug sep oct nov dec]\n    end",
    },
  }
  # Variables of the environment, such as `PATH=/bin:/usr/bin`.
  attr environment, Pattern[/^\s*(\w+)\s*=\s*(.*)\s*$/, /\Aabsent\z/] {
    max => unbound,
    unique => false,
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method insync?' => "def insync?(is)\n      is.is_a?(Array) ? is.sort == @should.sort : is == @should\n    end",
    },
  }
  # Who runs the command. A table of another user needs root.
  #
  # The default, in Ruby:
  #     defaultto { Etc.getpwuid(Process.uid).name || 'root' }
  attr user, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # The name of the table in which the command is stored.
  #
  # The default, in Ruby:
  #     defaultto do
  #       if provider.class.name == :table
  #         @resource.should(:user) || 'root'
  #       end
  #     end
  attr target, Data { annotation 'urn:modelwright:puppet' { kind => 'property' } }
  # A name of the command, which is written as a comment above it.
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
}
