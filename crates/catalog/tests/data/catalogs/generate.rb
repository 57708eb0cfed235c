# Writes what Puppet answers for the manifests beside this file and in `../essays`: FILE.json for FILE.pp, and site/NODE.json
# for nodes of the environment `site`. A line of FILE.json is the answer for one of the manifests that `#----` separates.
#
# FILE.json in `fleet` has the answers for the three nodes of a manifest, which collect what the others export.
#
#   ruby generate.rb       (needs Puppet 7, and interop/src/catalogs/catalogs.rb)
require 'json'
require 'open3'

HERE = __dir__
DRIVER = File.expand_path('../../../../../interop/src/catalogs/catalogs.rb', HERE)
FACTS = JSON.parse(File.read("#{HERE}/facts.json"))

def answers(requests)
  out, = Open3.capture2('ruby', DRIVER, stdin_data: requests.map { |request| JSON.generate(request) }.join("\n"))
  out.lines.flat_map do |line|
    # Addresses of objects differ with every run.
    answer = JSON.parse(line.gsub("#{HERE}/", '').gsub(/0x\h{16}/, '0x0'))
    (answer['nodes'] || [answer]).map { |one| kept(one) }
  end
end

def kept(answer)
  # The message of an error is Puppet's own; only the place is compared.
  answer['log'].reject! { |entry| entry['level'] == 'err' && entry['source'] == 'Puppet' }
  JSON.generate(answer.reject { |key, _| key == 'evaluated' })
end

Dir["#{HERE}/*.pp", "#{HERE}/../essays/*.pp"].sort.each do |path|
  requests = File.read(path).split("\n#----\n").map { |text| { text: text, facts: FACTS } }
  File.write(path.sub(/pp\z/, 'json'), "#{answers(requests).join("\n")}\n")
end
%w[web1.example.com other].each do |node|
  found = answers([{ environment: "#{HERE}/site", node: node, facts: FACTS }])
  File.write("#{HERE}/site/#{node}.json", "#{found.join}\n")
end
Dir["#{HERE}/fleet/*.pp"].sort.each do |path|
  nodes = %w[one two three].map { |node| { node: node } }
  requests = File.read(path).split("\n#----\n").map { |text| { text: text, facts: FACTS, nodes: nodes } }
  File.write(path.sub(/pp\z/, 'json'), "#{answers(requests).join("\n")}\n")
end
