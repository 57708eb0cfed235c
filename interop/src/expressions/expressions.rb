# Evaluates expressions with Puppet. Reads a JSON list of texts, and writes a JSON list of results.
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

expressions = JSON.parse(STDIN.read)
environment = Puppet::Node::Environment.create(:expressions, [])
loaders = Puppet::Pops::Loaders.new(environment)
answers = Puppet.override(current_environment: environment, loaders: loaders) do
  expressions.map do |text|
    begin
      node = Puppet::Node.new('expressions', environment: environment)
      scope = Puppet::Parser::Compiler.new(node).topscope
      parser = Puppet::Pops::Parser::EvaluatingParser.new
      Timeout.timeout(SECONDS) { answer(parser.evaluate_string(scope, text, 'expression.pp')) }
    rescue Timeout::Error
      '!! Puppet does not end'
    rescue StandardError, SystemStackError, NotImplementedError => error
      "!! #{error.message.lines.first.to_s.strip.sub(/ \((file|line):.*\z/, '').gsub(/#<.*>/, '#<>')}"
    end
  end
end
puts JSON.generate(answers)
