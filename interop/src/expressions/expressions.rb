# Evaluates expressions with Puppet. Reads a JSON list of texts, or a hash with such a list, a module path and a literal
# of facts; writes a JSON list of results.
require 'puppet'
require 'json'
require 'timeout'

Puppet.initialize_settings(['--confdir', '/nonexistent', '--vardir', '/nonexistent'])
Puppet[:strict_variables] = true
Puppet::Util::Log.level = :crit

ESCAPES = { '"' => '\\"', '\\' => '\\\\', '$' => '\\$', "\n" => '\\n', "\t" => '\\t', "\r" => '\\r' }.freeze

# The time limit of an expression, in seconds.
SECONDS = 5

# The literal that is read back as this value. Puppet's own %p does not escape each backslash.
def literal(value)
  case value
  when String
    return "'" + value.gsub(/['\\]/) { |c| "\\#{c}" } + "'" unless value.match?(/[[:cntrl:]]/)
    '"' + value.gsub(/["\\$[:cntrl:]]/) { |c| ESCAPES[c] || format('\\u{%x}', c.ord) } + '"'
  when Array
    "[#{value.map { |item| literal(item) }.join(', ')}]"
  when Hash
    "{#{value.map { |key, item| "#{literal(key)} => #{literal(item)}" }.join(', ')}}"
  when Puppet::Pops::Time::Timestamp
    "Timestamp('#{value}')"
  when Puppet::Pops::Time::Timespan
    "Timespan('#{value}')"
  when SemanticPuppet::Version
    "SemVer('#{value}')"
  when SemanticPuppet::VersionRange
    "SemVerRange('#{value}')"
  when Puppet::Pops::Types::PSensitiveType::Sensitive
    'Sensitive [value redacted]'
  when Puppet::Pops::Types::PBinaryType::Binary
    "Binary('#{value}')"
  when Float
    value.to_s.sub('e+', 'e')
  when Puppet::Pops::Types::PAnyType
    value.to_s.gsub(/(?<=\d)e\+(?=\d)/, 'e')
  else
    Puppet::Pops::Types::StringConverter.singleton.convert(value, '%p')
  end
end

def answer(value)
  type = Puppet::Pops::Types::TypeCalculator.singleton.infer_set(value)
  "=> #{literal(value)}\n:: #{type}"
end

input = JSON.parse(STDIN.read)
input = { 'expressions' => input } if input.is_a?(Array)
environment = Puppet::Node::Environment.create(:expressions, input['modules'] || [])
loaders = Puppet::Pops::Loaders.new(environment)
answers = Puppet.override(current_environment: environment, loaders: loaders) do
  parser = Puppet::Pops::Parser::EvaluatingParser.new
  facts = parser.evaluate_string(nil, input['facts'] || '{}', 'facts.pp')
  input['expressions'].map do |text|
    begin
      given = Puppet::Node::Facts.new('expressions', facts.dup)
      node = Puppet::Node.new('expressions', environment: environment, parameters: facts.dup, facts: given)
      compiler = Puppet::Parser::Compiler.new(node)
      compiler.send(:set_node_parameters) unless facts.empty?
      scope = compiler.topscope
      # Functions read variables of this scope.
      Puppet.override(global_scope: scope) do
        Timeout.timeout(SECONDS) { answer(parser.evaluate_string(scope, text, 'expression.pp')) }
      end
    rescue Timeout::Error
      '!! Puppet does not end'
    rescue StandardError, SystemStackError, NotImplementedError => error
      "!! #{error.message.lines.first.to_s.strip.sub(/ \((file|line):.*\z/, '').gsub(/#<.*>/, '#<>')}"
    end
  end
end
# Decoded bytes need not be text.
puts JSON.generate(answers.map { |text| text.dup.force_encoding('UTF-8').scrub })
