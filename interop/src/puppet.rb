# What the scripts share that look keys up with Puppet: its start, and the scope of a node.
$VERBOSE = nil
require 'puppet'
require 'json'
require 'yaml'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet[:code] = 'undef'
Puppet::Util::Log.level = :crit

# A value that JSON does not have.
def other(value) = value.to_s

def message(error, directory)
  error.message.gsub("#{directory}/", '').lines.first.to_s.strip[0, 200]
end

# Compiles an empty catalog in the environment of a directory; `facts` is their hash, `variables` are those of the node.
def compile(root, name, facts, variables, trusted, environment_name = :production)
  environment = Puppet::Node::Environment.create(environment_name, ["#{root}/modules"])
  loader = Puppet::Environments::StaticDirectory.new(environment_name, root, environment)
  Puppet.override(environments: loader, current_environment: environment) do
    node = Puppet::Node.new(name, environment: environment, facts: Puppet::Node::Facts.new(name, facts))
    node.merge(variables)
    node.trusted_data = trusted if trusted
    compiler = Puppet::Parser::Compiler.new(node)
    compiler.compile { |catalog| yield(compiler.topscope); catalog }
  end
end
