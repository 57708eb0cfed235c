Puppet::Functions.create_function(:'m::secret') do
  def secret(name) = File.read("/etc/secrets/#{name}")
end
