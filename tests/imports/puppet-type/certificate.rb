Puppet::Type.newtype(:certificate) do
  desc "A certificate and its key."
  ensurable
  newparam(:path, namevar: true) do
    desc "Where it is written."
    validate do |path|
      fail Puppet::Error, "the path is absolute" unless path =~ %r{\A/[^\0]*\z}
    end
  end
  newparam(:size) do
    desc "The number of bits of the key."
    newvalues(:'2048', :'3072', :'4096')
    defaultto 3072
  end
  newparam(:algorithm) do
    newvalues(:rsa, :ec)
    defaultto :rsa
  end
  newparam(:common_name) { isrequired }
  newparam(:altnames) do
    desc "Other names."
    munge { |v| Array(v) }
  end
  newparam(:days) do
    munge { |v| Integer(v) }
    defaultto 365
  end
  newproperty(:renew) do
    newvalues(:true, :false)
    def retrieve
      provider.renew?
    end
  end
  newparam(:password) do
    desc "The password of the key."
    sensitive true
  end
  autorequire(:file) { File.dirname(self[:path]) }
  autosubscribe(:file) { self[:source] }
  autonotify(:service) { %w[web mail] }
end
