Puppet::Type.newtype(:text_line) do
  desc <<-DOC
    Ensures that a file has a line.

        text_line { 'greeting': path => '/etc/motd', line => 'Hello' }
  DOC

  ensurable do
    desc "Whether the line is there."
    defaultvalues
    defaultto :present
  end

  newparam(:name, :namevar => true) do
    desc 'An arbitrary name.'
  end

  newparam(:line) do
    desc 'The line.'
  end

  newparam(:match) do
    desc 'A regular expression of the line that is replaced.'
  end

  newparam(:path) do
    desc 'The file.'
    validate do |value|
      unless Puppet::Util.absolute_path?(value)
        raise Puppet::Error, "`#{value}` is not absolute"
      end
    end
  end

  newparam(:multiple) do
    desc 'Whether several lines may match.'
    newvalues(true, false)
  end

  newparam(:replace, :boolean => true) do
    newvalues(:true, :false)
    defaultto :true
  end

  newparam(:encoding) do
    defaultto 'UTF-8'
  end

  validate do
    raise(Puppet::Error, 'line is required') unless self[:line]
    raise(Puppet::Error, 'path is required') unless self[:path]
    if self[:match] && self[:line] !~ Regexp.new(self[:match])
      raise(Puppet::Error, 'the line does not match')
    end
  end
end
