# Judges resources of types in Ruby with Puppet. Each line of the input has the file of a type, the title of a resource if
# several attributes give it, and the resource in JSON; the line of the output is `=`, with the reason if it is rejected.
$VERBOSE = nil
require 'json'
require 'puppet'
require 'puppet/resource_api'
require 'puppet/parameter/boolean'
require 'puppet/parameter/path'
require 'puppet/property/boolean'
require 'puppet/property/keyvalue'
require 'puppet/property/list'
require 'puppet/property/ordered_list'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet::Util::Log.level = :crit

# What a type takes from other files of its module.
module Acme
  module Helpers; end

  module Property
    class Text < Puppet::Property; end
  end
end

# A provider of the Resource API.
class Provider
  def canonicalize(_context, resources) = resources
  def get(_context) = []
  def set(_context, changes); end
end

def (Puppet::ResourceApi).load_provider(_name) = Provider

def declared = Puppet::Type.instance_variable_get(:@types)&.keys.to_a

# The type that a file declares.
def type(path)
  before = declared
  load(path)
  type = Puppet::Type.type((declared - before).last)
  # A provider that has every feature and attribute, so that no value needs another one.
  unless type.respond_to?(:type_definition)
    type.provide(:judge) do
      has_features(*type.features)
      mk_resource_methods
    end
  end
  type
rescue Exception => error
  abort "#{path}: #{error.class}: #{error.message}"
end

def judge(type, title, values)
  names = type.key_attributes
  title = values[names.first] if names.length == 1
  raise ArgumentError, 'the resource has no title' if title.nil?
  resource = type.new(Puppet::Resource.new(type, title, parameters: values))
  # The Resource API only misses values when it applies a resource.
  resource.raise_missing_attrs if resource.respond_to?(:raise_missing_attrs)
  '='
rescue StandardError => error
  "=#{error.class}: #{error.message.gsub(/\s+/, ' ')}"
end

types = Hash.new { |known, path| known[path] = type(path) }
STDIN.each_line(chomp: true) do |line|
  path, title, json = line.split("\t", 3)
  puts judge(types[path], title, JSON.parse(json).transform_keys(&:to_sym))
end
