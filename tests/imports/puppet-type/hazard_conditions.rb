# Conditions in all their forms, of which some have no certain meaning.
class Part < Puppet::Property
  validate { |value| raise ArgumentError, 'too long' if value.length > self.class.limit }
  munge { |value| value.upcase }
end

Puppet::Type.newtype(:hazard_conditions) do
  PREFIXES = ['/srv/', '/mnt/'].freeze

  newparam(:name, :namevar => true) do
    validate do |value|
      next if value == 'default'
      next unless value.is_a?(String)
      raise ArgumentError, "`#{value}` is no name" unless value =~ /\A\w+\z/
      raise ArgumentError, 'a name is short' if value.size >= 10 || value.empty?
    end
  end

  newproperty(:path) do
    validate { |v| raise ArgumentError, 'elsewhere' unless v.start_with?(*PREFIXES) || v == 'none' || v == :none }
    munge { |v| v.chomp.gsub(/x/, 'y') }
  end

  newproperty(:number) do
    validate do |value|
      number = Integer(value)
      warning 'it is large' if number > 1000
      raise ArgumentError, 'too small' if number < 10
      raise ArgumentError, 'not in the range' unless (10...5_000).cover?(number)
      raise ArgumentError, 'odd' unless number % 2 == 0
    end
  end

  newproperty(:size) do
    validate { |v| fail "`#{v.inspect}` and #{v.class}" if !(v.to_s.include?('$') && v.to_s !~ /[^a]/) and v != true }
  end

  newproperty(:either) do
    validate { |v| raise ArgumentError, 'none' unless [:a, 'b'].include?(v) or v.to_s.intern == :c }
    munge(&:downcase)
  end

  newproperty(:signed) { newvalues(/^\d+$/, /^-1$/) }
  newproperty(:any, :parent => Puppet::Property::KeyValue)
  newproperty(:part, :parent => Part) do
    def self.limit
      3
    end
  end
  newproperty(:other_part, :parent => Part) { validate { |v| raise ArgumentError, 'blank' if v.strip.empty? } }
  newproperty(:switch) { newvalues(:true, :false, :auto); aliasvalue(:on, :true) }
  newproperty(:level) { newvalues(1, 2); defaultto 1 }
  newproperty(:computed) { newvalues(:a, :b); defaultto { resource[:path] ? :a : :b } }
  newparam(:flag, :boolean => true, :parent => Puppet::Parameter::Boolean)
  ensurable

  %w[first second].each do |part|
    newparam(:"#{part}_part", :parent => Part) { desc "The part `#{part}`."; defaultto "#{part}" }
    autorequire(part) { self[part] }
  end

  [:third, :fourth].each { |part| newparam(part == :third ? :three : part) }

  validate do
    fail 'a path has a number' if self[:path] && !self[:number]
    raise ArgumentError, "a number: #{self[:number]}" if self[:switch] == :true && self[:flag]
    fail 'never' if self[:switch] == 'auto'
    fail 'level 1 has no size' if self[:level] == :'1' and self[:size].nil? and [:absent, :auto].include?(self[:ensure])
    fail 'computed' if self[:computed] == :a
    fail 'present' if self[:ensure] == :present && self[:size]
    self.fail 'after code' unless self[:path] || self[:part]
    return if self[:flag]
    fail 'after the end' if self[:switch] == :auto
  end
end
