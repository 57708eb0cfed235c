Puppet::Type.newtype(:database_grant) do
  @doc = 'What a user may do with a table.'
  ensurable
  newparam(:user, namevar: true) { desc 'The user.' }
  newparam(:table, namevar: true) do
    desc 'The table, with its database.'
    validate { |value| raise 'no table' unless value =~ /\A[^.]+\.[^.]+\z/ }
  end
  newproperty(:privileges, array_matching: :all) do
    desc 'The rights.'
    newvalues(:all, :select, :insert, :update, :delete)
    munge { |value| value.to_s }
  end
  newproperty(:options, array_matching: :all)
  newparam(:fallback) { defaultto { nil } }
  def self.title_patterns
    [[/\A([^@]+)@(.+)\z/, [[:user], [:table]]]]
  end
end
