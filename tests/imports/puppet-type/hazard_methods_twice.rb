Puppet::Type.newtype(:hazard_methods_twice) do
  include Puppet::Util::Checksums
  include Puppet::Util::Backups

  newparam(:name, :namevar => true)

  newproperty(:mode) do
    def insync?(is)
      is == should
    end

    def insync?(is)
      super
    end
  end

  def [](key)
    @values[key]
  end

  def []=(key, value)
    @values[key] = value
  end

  def title
    self[:name]
  end

  def title=(text)
    self[:name] = text
  end

  def self.flush_all; end

  def flush_all
    self.class.flush_all
  end
end
