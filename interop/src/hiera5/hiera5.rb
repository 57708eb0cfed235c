# Looks up keys with Puppet: reads names of directories, and writes puppet.jsonl into each of them. Each name follows `all` or
# `found`: which levels the answers have.
#
# A directory contains environment/, perhaps global/hiera.yaml, facts/NAME.yaml, the file keys with a key on each line, and
# perhaps the file merges with a merge in JSON on each line. Every key is looked up with all facts and all merges.

MERGES = ['null', '"first"', '"unique"', '"hash"', '"deep"'].freeze

# The levels that a lookup searched, in order: the layer, the entry, the path, and what was there. Lookups that it
# causes are left out.
def levels(node, directory, layer, entry, found)
  # Options are another lookup, too.
  return if node[:type] == :interpolate || node[:key] == 'lookup_options' || node[:name].to_s.include?('"lookup_options"')
  if node[:type] == :data_provider
    if node[:name].start_with?('Hierarchy entry')
      entry = node[:name][/"(.*)"/m, 1]
    else
      layer = node[:name].split.first.downcase
      layer = "module #{node[:module]}" if node[:module]
    end
  elsif node[:type] == :path
    path = File.expand_path(node[:path]).delete_prefix("#{directory}/")
    found << [layer, entry, path, { found: 'found', not_found: 'no key', location_not_found: 'no file' }[node[:event]]]
  end
  (node[:branches] || []).each { |branch| levels(branch, directory, layer, entry, found) }
end

def answer(scope, directory, key, merge, which)
  Puppet::Pops::Lookup::LookupAdapter.clear(scope.compiler)
  Puppet::Pops::Lookup::LookupAdapter.adapt(scope.compiler).set_global_hiera_config_path("#{directory}/global/hiera.yaml")
  explainer = Puppet::Pops::Lookup::Explainer.new(false, false)
  invocation = Puppet::Pops::Lookup::Invocation.new(scope, {}, {}, explainer)
  missing = Object.new
  value = Puppet::Pops::Lookup.lookup(key, nil, nil, false, merge, invocation) { |_| missing }
  result = value.equal?(missing) ? { missing: true } : { value: form(value) }
  # Fails for bytes that are not UTF-8, which a wrong key sometimes gives.
  JSON.generate(result)
  found = []
  levels(explainer.to_hash, directory, nil, nil, found)
  found.select! { |level| level.last == 'found' } if which == 'found'
  result.merge(levels: found)
rescue StandardError, SystemStackError, LoadError => error
  { error: message(error, directory) }
end

def lines(path)
  File.exist?(path) ? File.readlines(path, chomp: true).reject { |line| line.empty? || line.start_with?('#') } : nil
end

# Calls the block with the scope of a node whose facts are in a file.
def with_facts(directory, path, &block)
  values = YAML.safe_load(File.read(path), aliases: true) || {}
  trusted = values.delete('trusted')
  compile("#{directory}/environment", File.basename(path, '.yaml'), values, values, trusted, &block)
end

# Relative paths of version 3 and of keys begin at the current directory, and here at that of the configuration.
ARGF.each_line(chomp: true) do |line|
  which, directory = line.split(' ', 2)
  directory = File.expand_path(directory)
  Dir.chdir(File.directory?("#{directory}/global") ? "#{directory}/global" : directory)
  merges = (MERGES + (lines("#{directory}/merges") || [])).map { |line| JSON.parse("[#{line}]").first }
  File.open("#{directory}/puppet.jsonl", 'w') do |out|
    Dir["#{directory}/facts/*.yaml"].sort.each do |facts|
      with_facts(directory, facts) do |scope|
        lines("#{directory}/keys").product(merges) do |key, merge|
          query = { key: key, facts: File.basename(facts, '.yaml'), merge: merge }
          out.puts JSON.generate(query.merge(answer(scope, directory, key, merge, which)))
        end
      end
    end
  end
end
