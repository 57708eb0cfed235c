Puppet::Type.newtype(:cron_entry) do
  @doc = "A command that runs at times."
  ensurable
  newparam(:name) { desc "The name of the job." }
  newproperty(:command) { desc "The command." }
  newproperty(:special) do
    desc "A time with a name."
    newvalues(*%w[reboot hourly daily weekly monthly])
  end
  newproperty(:weekday) do
    newvalues(:monday, :tuesday, :wednesday, :thursday, :friday, :saturday, :sunday, /\A[0-7]\z/)
    defaultto :monday
  end
  newproperty(:hour) do
    munge { |value| Integer(value) }
  end
  newproperty(:minute) do
    munge do |value|
      value.to_i
    end
  end
  newproperty(:user) do
    validate { |value| fail('a user is a text') unless value.is_a?(String) }
    defaultto 'root'
  end
  autorequire(:user) { self[:user] }
end
