Puppet::Type.newtype(:security_boolean) do
  @doc = "A switch of the policy."
  newparam(:name, namevar: true) do
    desc "Its name."
  end
  newproperty(:value) do
    desc "Whether it is on."
    newvalues :on, :off
    munge do |value|
      value.to_sym
    end
  end
  newparam(:persistent) do
    newvalues :true, :false
    defaultto :false
  end
end
