# Writes the attributes of resource types, as Puppet knows them, in the format of crates/catalog/src/types/builtin.txt.
#
#   ruby types.rb [MODULE DIRECTORY…]
#
# Without directories: the metaparameters, and the types of Puppet itself. With directories: the types in
# `lib/puppet/type`
# of these modules. The table of built-in types is the former, a line `modules`, and the latter for `augeas_core`,
# `cron_core`, `host_core`, `mailalias_core`, `mount_core`, `selinux_core` and `sshkeys_core`. The types of a
# file that Ruby cannot load are left out, and named on standard error.
$VERBOSE = nil
require 'puppet'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet::Util::Log.level = :crit

# The patterns of titles, unless the whole title is the only key.
def patterns(type)
  type.title_patterns.map { |regexp, parts| [regexp, parts.map { |part| Array(part).first }] }
rescue StandardError
  []
end

def usual?(type, found)
  found.empty? || found == [[/(.*)/m, type.key_attributes]]
end

def write(type)
  isomorphic = type.isomorphic? ? '' : ' not_isomorphic'
  puts "type #{type.name}#{isomorphic}"
  keys = type.key_attributes
  type.properties.each { |property| puts "  property #{property.name}#{' key' if keys.include?(property.name)}" }
  type.parameters.sort.each { |name| puts "  parameter #{name}#{' key' if keys.include?(name)}" }
  found = patterns(type)
  return if usual?(type, found)
  found.each { |regexp, names| puts "  pattern #{names.join(',')} #{regexp.inspect}" }
end

# The types that Puppet uses only when it applies a catalog.
INTERNAL = %i[component whit].freeze

def files(directory) = Dir["#{directory}/lib/puppet/type/*.rb"].sort

HEADER = <<~TEXT
  # The metaparameters and resource types of Puppet 7.23, and the types of the modules that are part of its packages for agents.
  # Each type has its attributes; the word `key` marks those that identify a resource, and `not_isomorphic` the types whose
  # resources may have equal keys. Patterns take keys from titles; without a pattern the only key is the whole title. The types
  # after the line `modules` are those of modules.
  # Written by interop/src/catalogs/types.rb.
TEXT

if ARGV.empty?
  puts HEADER
  Puppet::Type.metaparams.sort.each { |name| puts "metaparameter #{name}" }
  names = Dir["#{File.dirname($LOADED_FEATURES.grep(%r{/puppet/type\.rb\z}).first)}/type/*.rb"]
  names = names.map { |path| File.basename(path, '.rb').to_sym }.sort - INTERNAL
  names.each { |name| write(Puppet::Type.type(name)) }
else
  environment = Puppet::Node::Environment.create(:production, ARGV.map { |path| File.dirname(path) }.uniq)
  Puppet.override(current_environment: environment, environments: Puppet::Environments::Static.new(environment)) do
    ARGV.each { |directory| $LOAD_PATH << "#{directory}/lib" }
    ARGV.flat_map { |directory| files(directory) }.each do |path|
      name = File.basename(path, '.rb')
      begin
        write(Puppet::Type.type(name) || raise('there is no such type'))
      rescue StandardError, LoadError, SyntaxError, NotImplementedError => error
        warn "#{path}: #{error.message.lines.first.to_s.strip}"
      end
    end
  end
end
