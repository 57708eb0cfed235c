Puppet::Type.newtype(:print_queue) do
  @doc = "A queue of a printer.\n\nOne queue has one printer."
  ensurable { defaultvalues; desc "Whether it is there." }
  newparam(:name) { validate { |v| raise "no spaces" if v =~ /[\s\/#]/ } }
  newproperty(:uri) { newvalues(/\A(ipp|ipps|usb|socket):/) }
  newproperty(:duplex) { newvalues(:none, :long, :short); defaultto :none }
  newproperty(:shared) { newvalues(:true, :false); defaultto(true) }
  newproperty(:options) do
    validate { |v| raise 'a hash' unless v.kind_of?(Hash) }
  end
  newproperty(:location, :parent => Puppet::Property)
  newproperty(:description, :parent => Acme::Property::Text)
end
