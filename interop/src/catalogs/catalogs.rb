# Compiles catalogs with Puppet: reads requests, a JSON object on each line, and writes an answer for each,
# also on one line.
#
#   echo '{"text": "file { \"/a\": }"}' | ruby catalogs.rb
#
# A request: {"environment": DIRECTORY, "manifest": PATH, "text": MANIFEST, "modules": [DIRECTORY, …], "node": NAME,
#   "facts": {…}, "variables": {…}, "trusted": {…}, "server": {…}, "classes": {NAME: {…}} or [NAME, …],
#   "settings": {"strict": "error", "strict_variables": true}, "seconds": 20, "filter": true}
# Everything is optional. Without `manifest` the environment's directory `manifests` is used if it is there, and without
# `modules` its directory `modules`. `text` becomes the manifest of the environment, and has the path `site.pp`
# in the answer.
# `filter` leaves exported resources out, as the node receives its catalog. Its environment is `production`.
# A request {"nodes": [REQUEST, …], …} is about nodes that share everything else, and collect what the others export: all of
# them are compiled until the exported resources are those of the pass before. Its answer is {"nodes": [ANSWER, …]}.
#
# An answer: {"catalog": {…} without version and UUID, "names": [[PARAMETER, …], …] of its resources, "log": […],
#             "evaluated": [REFERENCE, …]}
#         or {"error": {"class", "message", "file", "line", "column"}, "log": […], "evaluated": […]}
# Entries of the log are {"level", "source", "message", "file", "line"}. `evaluated` are the classes, nodes and
# resources of
# defined types whose bodies were evaluated, in order. Messages of the level `debug` are only those of functions.
$VERBOSE = nil
require 'puppet'
require 'json'
require 'timeout'
require 'tmpdir'

SCRATCH = Dir.mktmpdir('catalogs')
at_exit { FileUtils.remove_entry(SCRATCH) }
Puppet.initialize_settings(['--confdir', "#{SCRATCH}/conf", '--vardir', "#{SCRATCH}/var"])
Puppet::Util::Log.level = :debug

# The bodies that are evaluated, in order.
module Trace
  LIST = []
  # Endless recursion evaluates many.
  LIMIT = 5000

  def evaluate
    LIST << ref[0, 200] unless evaluated? || LIST.size >= LIMIT
    super
  end
end
Puppet::Parser::Resource.prepend(Trace)

# What Puppet itself logs about templates and collectors, with times.
TIMED = /\A(?:template\[|inline_template|Collected \d)/

# Collects the entries of the log.
Puppet::Util::Log.newdesttype :entries do
  match 'Entries'

  def initialize(entries) = @entries = entries.list

  def handle(entry)
    return if entry.level == :debug && (!entry.source.to_s.start_with?('Scope(') || entry.message.match?(TIMED))
    found = { level: entry.level, source: entry.source.to_s, message: entry.message }
    found[:file] = entry.file if entry.file
    found[:line] = entry.line if entry.line
    @entries << found
  end
end
Entries = Struct.new(:list) { def self.to_s = 'Entries' }
ENTRIES = Entries.new([])
Puppet::Util::Log.newdestination(ENTRIES)

DEFAULTS = { strict: :warning, strict_variables: false }.freeze

# Environments that keep the classes that they have read, as on a server.
SHARED = {}

def environment_of(request)
  return request[:made] if request[:made]
  return make_environment(request) if request['text'] || request['manifest']
  SHARED[request.values_at('environment', 'modules')] ||= make_environment(request)
end

def make_environment(request)
  root = request['environment'] || "#{SCRATCH}/environment"
  manifest = request['manifest']
  manifest ||= "#{root}/manifests" if request['environment'] && File.exist?("#{root}/manifests")
  if request['text']
    manifest = "#{SCRATCH}/site.pp"
    File.write(manifest, request['text'])
  end
  modules = request['modules'] || ["#{root}/modules"]
  [root, Puppet::Node::Environment.create(:production, modules, manifest || Puppet::Node::Environment::NO_MANIFEST)]
end

def node_of(request, environment)
  name = request['node'] || 'node.example.com'
  facts = Puppet::Node::Facts.new(name, request['facts'] || {})
  node = Puppet::Node.new(name, environment: environment, facts: facts, classes: request['classes'] || [])
  node.merge(facts.values.merge(request['variables'] || {}))
  node.add_server_facts(request['server'] || { 'serverversion' => Puppet.version.to_s })
  node.trusted_data = request['trusted'] || Puppet::Context::TrustedInformation.new('local', name, {}, {}).to_h
  node
end

def compile(request)
  root, environment = environment_of(request)
  loader = Puppet::Environments::StaticDirectory.new(:production, root, environment)
  Puppet.override(environments: loader, current_environment: environment, rich_data: true) do
    node = node_of(request, environment)
    compiler = Puppet::Parser::Compiler.new(node)
    catalog = compiler.compile(&:to_resource)
    catalog = catalog.filter(&:virtual?) if request['filter']
    Puppet.override(loaders: compiler.loaders) do
      request[:exports]&.concat(Exports.of(node.name, catalog))
      catalog.to_data_hash.reject { |key, _| %w[version catalog_uuid code_id].include?(key) }
    end
  end
end

# The place that the error has, or that its message ends with.
def place_of(error)
  place = %i[file line pos].map { |part| error.respond_to?(part) ? error.public_send(part) : nil }
  place[0] ||= error.message[/\(file: ([^,)]+)/, 1]
  place[1] ||= error.message[/line: (\d+)/, 1]&.to_i
  place[2] ||= error.message[/column: (\d+)/, 1]&.to_i
  place
end

def error_of(error)
  file, line, column = place_of(error)
  { class: error.class.name, message: error.message[0, 4000], file: file, line: line, column: column }
end

def clear
  # Puppet warns of a definition when it loads it, so another catalog has the warning only if it is loaded again.
  SHARED.clear if ENTRIES.list.any? { |entry| entry[:message].include?(' is a metaparam; ') }
  Puppet.clear_deprecation_warnings
  Puppet::Util::Warnings.clear_warnings
  Puppet::Type.clear_misses
  ENTRIES.list.clear
  Trace::LIST.clear
end

def answer(request)
  clear
  DEFAULTS.merge((request['settings'] || {}).transform_keys(&:to_sym)).each { |name, value| Puppet[name] = value }
  result =
    begin
      catalog = Timeout.timeout(request['seconds'] || 20) { compile(request) }
      # Readers of JSON may not keep the order of parameters.
      { catalog: catalog, names: catalog['resources'].map { |resource| (resource['parameters'] || {}).keys } }
    rescue StandardError, SystemStackError, NotImplementedError, LoadError, SyntaxError => error
      # An environment whose manifests cannot be read has no definitions afterwards, and no error.
      SHARED.delete_if { |_, (_, shared)| shared.manifest != Puppet::Node::Environment::NO_MANIFEST }
      { error: error_of(error) }
    end
  JSON.generate(result.merge(log: ENTRIES.list, evaluated: Trace::LIST)).gsub("#{SCRATCH}/", '')
rescue JSON::GeneratorError => error
  JSON.generate(error: error_of(error), log: [], evaluated: [])
end

# The exported resources of a catalog, as PuppetDB stores them.
module Exports
  UNORDERED = %w[alias audit before check notify require subscribe tag].freeze

  def self.of(node, catalog)
    Puppet.override(stringify_rich: true) do
      catalog.resources.select(&:exported).map { |resource| stored(node, resource) }
    end
  end

  def self.stored(node, resource)
    data = resource.to_data_hash
    parameters = data['parameters'] || {}
    names = names_of(resource)
    parameters['alias'] = names unless names.empty?
    UNORDERED.each { |name| parameters[name] = parameters[name].sort if parameters[name].is_a?(Array) }
    (data['sensitive_parameters'] || []).each { |name| parameters.delete(name) }
    # As it comes back from the database.
    JSON.parse(JSON.generate('certname' => node, 'type' => data['type'], 'title' => data['title'],
                             'tags' => data['tags'], 'parameters' => parameters))
  end

  # The aliases of a resource, with its name if that is not the title.
  def self.names_of(resource)
    return [] if resource.key_attributes.size > 1
    names = [resource[:alias]].flatten.compact
    type = resource.resource_type
    name = resource.to_hash[resource.send(:namevar)] if !type.respond_to?(:isomorphic?) || type.isomorphic?
    names << name unless name.nil? || name == resource.title || names.include?(name)
    names
  end
end

# Finds exported resources as PuppetDB does, in those of the last pass.
class Puppet::Resource::Pass < Puppet::Indirector::Code
  DATABASE = []

  def search(request)
    type, host, filter = request.key, request.options[:host], request.options[:filter]
    check(filter) if filter
    found = DATABASE.select do |resource|
      resource['type'] == type && resource['certname'] != host && (filter.nil? || finds?(filter, resource))
    end
    found.sort_by { |resource| resource.values_at('certname', 'title') }.map { |resource| import(resource, request.options[:scope]) }
  end

  # The terminus of PuppetDB makes the tags of a query small, whatever is in the database.
  def check((left, operator, right))
    return [left, right].each { |part| check(part) } if %w[and or].include?(operator)
    right.downcase if left == 'tag'
  end

  def finds?((left, operator, right), resource)
    case operator
    when 'and' then finds?(left, resource) & finds?(right, resource)
    when 'or' then finds?(left, resource) | finds?(right, resource)
    when '==' then equal?(left, right, resource)
    else !equal?(left, right, resource)
    end
  end

  def equal?(name, value, resource)
    case name
    when 'tag' then resource['tags'].include?(value.downcase)
    when 'title' then resource['title'] == value
    else
      found = resource['parameters'][name]
      !found.nil? && canonical(found) == canonical(value)
    end
  end

  def canonical(value) = JSON.generate([sorted(value)])

  def sorted(value)
    case value
    when Hash then value.map { |key, item| [key.to_s, sorted(item)] }.sort_by(&:first).to_h
    when Array then value.map { |item| sorted(item) }
    else value
    end
  end

  def import(resource, scope)
    # Each answer has values of its own, which relationships change.
    parameters = JSON.parse(JSON.generate(resource['parameters']))
    parameters = parameters.map { |name, value| Puppet::Parser::Resource::Param.new(name: name, value: value) }
    type = Puppet::Pops::Evaluator::Runtime3ResourceSupport.find_resource_type(scope, resource['type'])
    imported = Puppet::Parser::Resource.new(type, resource['title'], parameters: parameters, scope: scope)
    imported.collector_id = resource.values_at('certname', 'type', 'title').join('|')
    imported
  end
end

# The maximum number of passes.
PASSES = 10

def fleet(request)
  Puppet[:storeconfigs_backend] = :pass
  Puppet[:storeconfigs] = true
  Puppet::Resource::Pass::DATABASE.clear
  shared = request.merge(made: make_environment(request))
  answers = nil
  PASSES.times do
    exports = []
    answers = request['nodes'].map do |node|
      own = []
      answer(shared.merge(node, exports: own)).tap { exports.concat(own) }
    end
    break if exports == Puppet::Resource::Pass::DATABASE
    Puppet::Resource::Pass::DATABASE.replace(exports)
  end
  %({"nodes":[#{answers.join(',')}]})
ensure
  Puppet[:storeconfigs] = false
end

STDOUT.sync = true
STDIN.each_line do |line|
  next if line.strip.empty?
  request = JSON.parse(line)
  puts request['nodes'] ? fleet(request) : answer(request)
end
