Puppet::Type.newtype(:printer) do
  @doc = 'A printer in the office.'

  ensurable

  newparam(:name, :namevar => true) do
    desc 'The name of the queue.'
  end

  newproperty(:location) do
    desc 'Where it stands.'

  newproperty(:paper) do
    desc 'The size of its paper.'
    newvalues(:a4, :letter)
  end
end
