# Looks up queries in upgraded trees with Puppet: reads names of directories, which contain environment/ and queries.jsonl, and
# writes puppet.jsonl into each of them. A query has a key, a merge and a scope, whose names may begin with `::`.

def answer(scope, directory, key, merge)
  # What one lookup caches may hide an error from the next one.
  Puppet::Pops::Lookup::LookupAdapter.clear(scope.compiler)
  Puppet::Pops::Lookup::LookupAdapter.adapt(scope.compiler).set_global_hiera_config_path('/nonexistent/hiera.yaml')
  invocation = Puppet::Pops::Lookup::Invocation.new(scope)
  missing = Object.new
  value = Puppet::Pops::Lookup.lookup(key, nil, nil, false, merge, invocation) { |_| missing }
  value.equal?(missing) ? { missing: true } : { value: form(value) }
rescue StandardError, SystemStackError => error
  { error: message(error, directory) }
end

# The variables of a scope: each once, without `::`.
def plain(scope)
  scope.each_with_object({}) { |(name, value), all| all[name.delete_prefix('::')] ||= value }
end

ARGF.each_line(chomp: true) do |directory|
  directory = File.expand_path(directory)
  Dir.chdir(directory)
  queries = File.readlines('queries.jsonl').map { |line| JSON.parse(line) }
  answers = Array.new(queries.size)
  queries.each_index.group_by { |at| queries[at]['scope'] }.each_value do |numbers|
    variables = plain(queries[numbers.first]['scope'])
    facts = variables['facts'].is_a?(Hash) ? variables['facts'] : variables
    trusted = variables['trusted']
    # Puppet sets these itself.
    variables = variables.except('facts', 'trusted')
    name = variables['environment'].to_s
    environment = name.match?(/\A\w+\z/) ? name.to_sym : :production
    compile("#{directory}/environment", 'node', facts, variables, trusted, environment) do |scope|
      numbers.each { |at| answers[at] = answer(scope, directory, queries[at]['key'], queries[at]['merge']) }
    end
  end
  File.write('puppet.jsonl', answers.map { |answer| JSON.generate(answer) + "\n" }.join)
end
