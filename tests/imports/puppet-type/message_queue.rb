Puppet::Type.newtype(:message_queue) do
  ensurable
  newparam(:queue, namevar: true) { newvalues(/\A[^@]+@\S+\z/) }
  newproperty(:durable, boolean: true) { newvalues(/true|false/) ; defaultto 'true' }
  newproperty(:auto_delete) { newvalues(:true, :false) }
  newproperty(:arguments) do
    desc "Arguments, such as {'x-ttl' => 3}."
    defaultto({})
    validate { |v| raise ArgumentError, "no hash" unless [Hash].include?(v.class) }
  end
  newparam(:user) { defaultto('guest'); newvalues(/^\S+$/) }
  newparam(:password) { newvalues(/\S/); defaultto :guest }
end
