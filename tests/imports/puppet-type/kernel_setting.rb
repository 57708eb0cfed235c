# frozen_string_literal: true

require 'puppet/type'

Puppet::Type.newtype(:kernel_setting) do
  @doc = 'A setting of the kernel.'

  ensurable

  newparam(:name, :namevar => true) do
    desc 'Its name, with points.'
    validate do |v|
      raise ArgumentError, "not a name: #{v}" unless v.match?(/\A[\w.\-\/]+\z/)
    end
    munge { |v| v.tr('/', '.') }
  end

  newproperty(:value) do
    desc 'Its value.'
    munge { |v| v.to_s }
  end

  newparam(:persist, :boolean => true, :parent => Puppet::Parameter::Boolean) do
    desc 'Whether it is kept after a restart.'
    defaultto true
  end

  newparam(:apply, :boolean => true, :parent => Puppet::Parameter::Boolean) do
    defaultto :true
  end

  newparam(:target, :parent => Puppet::Parameter::Path) do
    desc 'The file.'
    defaultto '/etc/sysctl.conf'
  end
end
