require 'uri'
module Acme
  # Options of sites.
  OPTIONS = %w[indexes follow].freeze
end
Puppet::Type.newtype(:web_site) do
  # Comments above an attribute document it.
  newparam(:name) do
    validate do |value|
      raise ArgumentError unless value.is_a?(String)
      raise ArgumentError if value =~ /[A-Z]/
    end
  end
  # The root of its documents.
  newproperty(:docroot) do
    newvalues(%r{^/})
  end
  newproperty(:port) do
    newvalues(/\A[0-9]+\z/)
    defaultto 80
  end
  newproperty(:ssl) { newvalues(:true, :false, :optional) }
  newproperty(:options, array_matching: :all) do
    newvalues(*Acme::OPTIONS)
  end
  newparam(:settings) do
    validate do |value|
      raise ArgumentError, 'settings are a hash' unless value.is_a?(Hash)
    end
    defaultto({})
  end
  newparam(:retries) { defaultto 3 }
  newparam(:ratio) { defaultto 0.5 }
  newparam(:quoted) { defaultto "it's \"#\" \\ here" }
end
