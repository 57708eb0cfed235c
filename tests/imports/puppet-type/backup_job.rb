Puppet::Type.newtype(:backup_job, :self_refresh => true) do
  include Acme::Helpers
  @doc = "A job of backups."
  ensurable
  newparam(:name, namevar: true)
  newproperty(:sources, array_matching: :all) { newvalues(%r{\A/}) }
  newproperty(:target) { validate { |t| raise ArgumentError, "it is remote" unless t.match(/:/) } }
  newproperty(:retention) do
    newvalues(/\A\d+[dwmy]\z/)
    defaultto '30d'
  end
  newproperty(:compress) { newvalues(:none, :gzip, :zstd); defaultto { :zstd } }
  newproperty(:excludes, array_matching: :all) { defaultto [] }
  newproperty(:bandwidth) { munge { |v| Integer(v) } ; desc "In kilobytes." }
  newparam(:dry_run, boolean: true, parent: Puppet::Parameter::Boolean)
end
