module Puppet
  Type.newtype(:mount_point) do
    @doc = 'A mounted file system.'

    feature :refreshable, "The provider can remount the file system.", :methods => [:remount]

    ensurable do
      desc 'What is done with the file system.'
      newvalue(:defined) { provider.create }
      newvalue(:mounted, :event => :mounted) { provider.mount }
      newvalue(:absent) do
        provider.destroy
      end
      aliasvalue :present, :defined
      defaultto { :defined if @resource.managed? }
    end

    newparam(:name) do
      desc 'The directory.'
      isnamevar
      munge { |value| value.gsub(%r{^(.+?)/*$}, '\1') }
    end

    newproperty(:device) do
      desc 'The device, or where it is on the network.'
    end

    newproperty(:fstype) do
      desc 'The kind of the file system.'
      newvalues(:ext4, :xfs, :nfs, :tmpfs, :btrfs)
    end

    newproperty(:options) do
      validate do |value|
        raise Puppet::Error, "options have no spaces" if value =~ /\s/
        raise Puppet::Error, "options are not empty" if value == ""
      end
    end

    newproperty(:pass) do
      desc 'The pass of the check.'
      newvalues(/^\d+$/)
      defaultto 0
    end

    newproperty(:atboot) do
      newvalues(:yes, :no)
      defaultto :yes
      def insync?(is)
        is.to_s == should.to_s
      end
    end

    newproperty(:dump, :required_features => [:refreshable]) do
      newvalues('0', '1', '2')
    end

    def refresh
      provider.remount
    end
  end
end
