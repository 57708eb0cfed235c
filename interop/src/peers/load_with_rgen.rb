# Reports which metamodels RGen loads: for each line `FILE TAB …` on standard input one line `ok TAB OBJECTS` or
# `no TAB REASON`.
require "timeout"
require "rgen/ecore/ecore"
require "rgen/environment"
require "rgen/instantiator/ecore_xml_instantiator"

LONGEST = 20 # seconds for one document

STDIN.each_line do |line|
  path = line.chomp.split("\t").first
  begin
    environment = RGen::Environment.new
    Timeout.timeout(LONGEST) { ECoreXMLInstantiator.new(environment).instantiate(File.read(path)) }
    puts "ok\t#{environment.elements.size}"
  rescue StandardError => problem
    puts "no\t#{problem.class} #{problem.message}".tr("\n", " ")[0, 100]
  end
end
