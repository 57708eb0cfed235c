# Evaluates templates of ERB with Puppet. Reads a JSON list of templates and literals of their variables; writes a JSON list
# of texts, or of problems after `!! `.
require 'puppet'
require 'json'
require 'timeout'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet::Util::Log.level = :crit

# The time limit of a template, in seconds.
SECONDS = 5

input = JSON.parse(STDIN.read)
environment = Puppet::Node::Environment.create(:templates, input['modules'])
loaders = Puppet::Pops::Loaders.new(environment)
texts = Puppet.override(current_environment: environment, loaders: loaders) do
  parser = Puppet::Pops::Parser::EvaluatingParser.new
  input['templates'].map do |template, variables|
    begin
      node = Puppet::Node.new('templates', environment: environment)
      scope = Puppet::Parser::Compiler.new(node).topscope
      parser.evaluate_string(nil, variables, 'variables.pp').each { |name, value| scope[name] = value }
      Puppet.override(global_scope: scope) do
        Timeout.timeout(SECONDS) { Puppet::Parser::TemplateWrapper.new(scope).result(template.dup) }
      end
    rescue Timeout::Error
      '!! Puppet does not end'
    rescue StandardError, ScriptError => error
      "!! #{error.class}: #{error.message.lines.first}"
    end
  end
end
puts JSON.generate(texts.map { |text| text.dup.force_encoding('UTF-8').scrub })
