Puppet::Type.newtype(:firewall_rule) do
  @doc = <<~EOS
    A rule of the firewall.

    Rules are ordered by their names.
  EOS

  ensurable
  newparam(:name, namevar: true) do
    desc 'Digits and a description.'
    newvalues(/\A\d+[\w\s-]+\z/)
  end
  newproperty(:chain) do
    newvalues('INPUT', 'OUTPUT', 'FORWARD', /\A[A-Z]{1,20}\z/)
    defaultto 'INPUT'
  end
  newproperty(:proto) do
    newvalues(*[:tcp, :udp, :icmp, :all])
    defaultto :tcp
  end
  newproperty(:dport, array_matching: :all) do
    desc 'The ports.'
    newvalues(/\A\d+\z/, /\A\d+-\d+\z/)
  end
  newproperty(:action) do
    validate do |value|
      raise ArgumentError, 'unknown action' unless %w[accept drop reject].include?(value)
    end
  end
  newproperty(:state, array_matching: :all) do
    validate do |value|
      fail ArgumentError, 'unknown state' unless [:NEW, :ESTABLISHED, :RELATED].include?(value.to_sym)
    end
  end
  newproperty(:log, boolean: true) { newvalues(:true, :false) }
  newproperty(:burst) do
    validate do |value|
      unless value.is_a?(Integer)
        raise ArgumentError, 'burst is a number'
      end
    end
  end
  validate do
    fail('chain is needed') if self[:chain].nil?
  end
end
