LAST = 9
LIMITS = { low: 1, high: LAST }
NAME = /\A[a-z]\/[a-z]\z/.freeze
KINDS = %w[a b].freeze
def limited?(value)
  value < LIMITS[:high]
end

Puppet::Type.newtype(:limits) do
  step = 2
  newparam(:name, :namevar => true) do
    validate { |value| raise ArgumentError, 'no name' unless NAME =~ value }
  end
  # A path that is escaped without need.
  newproperty(:path) { newvalues(%r{\A\/srv\/}, '/mnt', 1) }
  # One of the truths only.
  newproperty(:manual) { newvalues(:true, :manual) }
  newproperty(:truth) { newvalues(/\A(true|false|auto)\z/) }
  # Dates are no numbers, but the numbers between signs are.
  newproperty(:date) { newvalues(/\A\d{4}-\d\d\z/) }
  newproperty(:month) { newvalues(/\A(?:0?[1-9]|1[0-2])\z/, 'all') }
  # A number may begin with a sign.
  newproperty(:offset) { newvalues(-1, 0, '+1', '01', 4) }
  # The check of listed values is replaced.
  newproperty(:replaced) do
    newvalues(:a, /b+/)
    validate { |value| raise ArgumentError, 'too large' unless limited?(value) }
  end
  newproperty(:both) do
    validate { |value| raise ArgumentError, 'none' unless KINDS.include?(value) }
    newvalues(:a)
  end
  newproperty(:computed) { newvalues(:a, *others, /b/) }
  newproperty(:folded) { munge(&:downcase) }
  newproperty(:checked) { validate(&CHECK) }
  newproperty(:based) { defaultto 0b101; munge { |value| value * step } }
  newproperty(:late) { defaultto { nil } }
  validate do
    raise ArgumentError, 'a provider is needed' unless self[:provider]
  end
end

# What an earlier type has is not repeated.
Puppet::Type.newtype(:others) do
  newparam(:name) { munge { |value| limited?(value) ? value : step } }
end
