# Looks up keys with Puppet: reads names of folders, and writes puppet.jsonl into each of them. Each name follows `all` or
# `found`: which levels the answers have.
#
# A folder contains environment/, perhaps global/hiera.yaml, facts/NAME.yaml, the file keys with a key on each line, and
# perhaps the file merges with a merge in JSON on each line. Every key is looked up with all facts and all merges.
$VERBOSE = nil
require 'puppet'
require 'json'
require 'yaml'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet[:code] = 'undef'
Puppet::Util::Log.level = :crit

MERGES = ['null', '"first"', '"unique"', '"hash"', '"deep"'].freeze

def form(value)
  case value
  when Hash then value.to_h { |k, v| [k.is_a?(String) ? k : "#{k.class}:#{k}", form(v)] }
  when Array then value.map { |item| form(item) }
  when Float
    if value.nan? then { float: 'nan' }
    elsif value.infinite? then { float: value.positive? ? 'inf' : '-inf' }
    else value
    end
  when String then value.encoding == Encoding::BINARY ? { bytes: value.unpack1('H*') } : value
  when nil, true, false, Integer then value
  else value.to_s
  end
end

# The levels that a lookup searched, in order: the layer, the entry, the path, and what was there. Lookups that it
# causes are left out.
def levels(node, folder, layer, entry, found)
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
    path = File.expand_path(node[:path]).delete_prefix("#{folder}/")
    found << [layer, entry, path, { found: 'found', not_found: 'no key', location_not_found: 'no file' }[node[:event]]]
  end
  (node[:branches] || []).each { |branch| levels(branch, folder, layer, entry, found) }
end

def message(error, folder)
  error.message.gsub("#{folder}/", '').lines.first.to_s.strip[0, 200]
end

def answer(scope, folder, key, merge, which)
  Puppet::Pops::Lookup::LookupAdapter.clear(scope.compiler)
  Puppet::Pops::Lookup::LookupAdapter.adapt(scope.compiler).set_global_hiera_config_path("#{folder}/global/hiera.yaml")
  explainer = Puppet::Pops::Lookup::Explainer.new(false, false)
  invocation = Puppet::Pops::Lookup::Invocation.new(scope, {}, {}, explainer)
  missing = Object.new
  value = Puppet::Pops::Lookup.lookup(key, nil, nil, false, merge, invocation) { |_| missing }
  result = value.equal?(missing) ? { missing: true } : { value: form(value) }
  found = []
  levels(explainer.to_hash, folder, nil, nil, found)
  found.select! { |level| level.last == 'found' } if which == 'found'
  result.merge(levels: found)
rescue StandardError, SystemStackError => error
  { error: message(error, folder) }
end

def lines(path)
  File.exist?(path) ? File.readlines(path, chomp: true).reject { |line| line.empty? || line.start_with?('#') } : nil
end

def compile(folder, facts)
  values = YAML.safe_load(File.read(facts), aliases: true) || {}
  trusted = values.delete('trusted')
  root = "#{folder}/environment"
  environment = Puppet::Node::Environment.create(:production, ["#{root}/modules"])
  loader = Puppet::Environments::StaticDirectory.new(:production, root, environment)
  Puppet.override(environments: loader, current_environment: environment) do
    name = File.basename(facts, '.yaml')
    node = Puppet::Node.new(name, environment: environment, facts: Puppet::Node::Facts.new(name, values))
    node.merge(values)
    node.trusted_data = trusted if trusted
    compiler = Puppet::Parser::Compiler.new(node)
    compiler.compile { |catalog| yield(compiler.topscope); catalog }
  end
end

# Relative paths of version 3 begin at the current folder, and here at that of the configuration.
ARGF.each_line(chomp: true) do |line|
  which, folder = line.split(' ', 2)
  folder = File.expand_path(folder)
  Dir.chdir(File.directory?("#{folder}/global") ? "#{folder}/global" : folder)
  merges = (MERGES + (lines("#{folder}/merges") || [])).map { |line| JSON.parse("[#{line}]").first }
  File.open("#{folder}/puppet.jsonl", 'w') do |out|
    Dir["#{folder}/facts/*.yaml"].sort.each do |facts|
      compile(folder, facts) do |scope|
        lines("#{folder}/keys").product(merges) do |key, merge|
          query = { key: key, facts: File.basename(facts, '.yaml'), merge: merge }
          out.puts JSON.generate(query.merge(answer(scope, folder, key, merge, which)))
        end
      end
    end
  end
end
