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

# What Puppet itself logs about templates, with times.
OF_TEMPLATES = /\A(?:template\[|inline_template)/

# Collects the entries of the log.
Puppet::Util::Log.newdesttype :entries do
  match 'Entries'

  def initialize(entries) = @entries = entries.list

  def handle(entry)
    return if entry.level == :debug && (!entry.source.to_s.start_with?('Scope(') || entry.message.match?(OF_TEMPLATES))
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
  Puppet.clear_deprecation_warnings
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

STDOUT.sync = true
STDIN.each_line do |line|
  puts answer(JSON.parse(line)) unless line.strip.empty?
end
