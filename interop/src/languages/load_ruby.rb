# Loads generated Ruby: for each line `DIRECTORY TAB OUTPUT` on standard input, compiles every file of the directory with
# warnings, loads it alone, and writes the Ecore of its modules to the output directory. Prints `ok TAB NOTE` or
# `no TAB REASON`; the note is `unescaped` if RGen's own document is not well-formed XML.
require "stringio"
require "fileutils"
require "nokogiri"
require "rgen/metamodel_builder"
require "rgen/ecore/ecore"
require "rgen/ecore/ruby_to_ecore"
require "rgen/serializer/xmi20_serializer"

# RGen's serializer, with the escapes that XML requires.
class EscapingSerializer < RGen::Serializer::XMI20Serializer
  SIGNS = { "&" => "&amp;", "<" => "&lt;", "\"" => "&quot;" }.freeze

  def startTag(tag, attributes)
    escaped = attributes.map do |name, value|
      text = value.to_s.gsub(/[&<"]/, SIGNS).gsub(/[\t\n\r]/) { |sign| "&##{sign.ord};" }
      [name, text.gsub(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/, "?")]
    end
    super(tag, escaped)
  end
end

def written(serializer, package)
  out = StringIO.new
  serializer.new(out).serialize(package)
  out.string
end

def compiled(file)
  $stderr = StringIO.new
  $VERBOSE = true
  RubyVM::InstructionSequence.compile_file(file)
  raise $stderr.string unless $stderr.string.empty?
ensure
  $VERBOSE = false
  $stderr = STDERR
end

def loaded(file, output)
  before = Object.constants
  require file
  note = ""
  (Object.constants - before).map { |name| Object.const_get(name) }.each do |mod|
    next unless mod.instance_of?(Module) && mod.respond_to?(:ecore)
    own = written(RGen::Serializer::XMI20Serializer, mod.ecore)
    note = "unescaped" unless Nokogiri::XML(own).errors.empty?
    File.write(File.join(output, "#{mod.name}.ecore"), written(EscapingSerializer, mod.ecore))
  end
  note
end

# Runs a block in a process of its own, since Ruby cannot unload classes.
def apart
  reader, writer = IO.pipe
  process = fork do
    reader.close
    result = begin
      ["ok", yield]
    rescue StandardError, ScriptError, SystemStackError => problem
      ["no", "#{problem.class} #{problem.message}".tr("\n\t", "  ")[0, 300]]
    end
    writer.write(result.join("\t"))
    writer.close
    exit!(0)
  end
  writer.close
  result = reader.read
  Process.wait(process)
  result.empty? ? ["no", "the process ended"] : result.split("\t", 2)
end

STDIN.each_line do |line|
  directory, output = line.chomp.split("\t")
  FileUtils.mkdir_p(output)
  results = Dir[File.join(directory, "*.rb")].sort.map do |file|
    apart do
      compiled(file)
      loaded(file, output)
    end
  end
  failed = results.find { |verdict, _| verdict == "no" }
  puts (failed || ["ok", results.map(&:last).include?("unescaped") ? "unescaped" : ""]).join("\t")
end
