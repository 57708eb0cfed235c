Puppet::Type.newtype(:hazard_missing_end_after_brackets) do
  newparam(:name,
    :namevar => true
) do
    desc 'The bracket is at the first column, but it is not missing.'
  end

  newproperty(:paper) do
    newvalues(:a4, :letter)
