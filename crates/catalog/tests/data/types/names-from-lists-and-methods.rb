require 'puppet/util'

CHECKS = %w[first second].freeze

Puppet::Type.newtype(:with_providers) do
  @doc = 'Not newparam(:this).'
  @isomorphic = false

  ensurable

  def self.newcheck(name, options = {}, &block)
    newparam(name, options, &block)
  end

  newparam(:command) do
    isnamevar
    desc "newproperty(:not_this)"
  end

  newproperty('mode', array_matching: :all)
  newcheck(:guard) { desc 'A parameter by a method.' }

  [:id, :size].each do |name|
    newproperty(name) do
      validate { |value| raise "#{name} is read-only" }
    end
  end

  CHECKS.each { |check| newparam(check) }
end
