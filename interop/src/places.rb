# The values of YAML files as Psych constructs them, each with the position of its node: one JSON list for each file
# named on standard input. A value is [line, column, class, content]; hashes have keys and values in turn. Aliases are
# replaced by their nodes, and merge keys by what they merge, as in Psych::Visitors::ToRuby. Collections with a tag are of
# the class Tagged, without content. A byte order mark at the start is removed, as Ruby's Hiera does.
$VERBOSE = nil
require 'date'
require 'json'
require 'psych'

class Tree
  def initialize(document)
    @anchors = {}
    @ruby = Psych::Visitors::ToRuby.create
    # Anchors are registered while Psych constructs the values.
    @ruby.accept(document)
  end

  def value(node)
    node = resolved(node)
    @anchors[node.anchor] = node if node.respond_to?(:anchor) && node.anchor
    place = [node.start_line + 1, node.start_column + 1]
    return place + ['Tagged', nil] if node.tag && !node.is_a?(Psych::Nodes::Scalar)

    case node
    when Psych::Nodes::Scalar
      ruby = Psych::Visitors::ToRuby.create.accept(node)
      place + scalar(ruby)
    when Psych::Nodes::Sequence
      place + ['Array', node.children.map { |child| value(child) }]
    when Psych::Nodes::Mapping
      place + ['Hash', entries(node).values.flatten(1)]
    end
  end

  private

  def resolved(node)
    return node unless node.is_a?(Psych::Nodes::Alias)
    @anchors.fetch(node.anchor)
  end

  def entries(node)
    hash = {}
    node.children.each_slice(2) do |key, value|
      written = value(key)
      if written[2] == 'String' && written[3] == '<<' && key.tag != 'tag:yaml.org,2002:str' && merge(hash, value)
        next
      end
      put(hash, written, value(value))
    end
    hash
  end

  # The key that counts is the one of the value that counts.
  def put(hash, key, value)
    hash[key[2..]] = [key, value]
  end

  def merge(hash, value)
    case value
    when Psych::Nodes::Alias, Psych::Nodes::Mapping
      value(value) # Registers its anchor.
      target = resolved(value)
      return false unless target.is_a?(Psych::Nodes::Mapping)
      entries(target).each { |_, (key, item)| put(hash, key, item) }
      true
    when Psych::Nodes::Sequence
      value.children.reverse_each { |child| merge(hash, child) }
      true
    end
  end

  def scalar(ruby)
    case ruby
    when nil then ['Nil', '']
    when true, false then ['Bool', ruby.to_s]
    when Integer then ['Integer', ruby.to_s]
    when Float then ['Float', [ruby].pack('G').unpack1('H*')]
    when String then ruby.encoding == Encoding::BINARY ? ['Ruby', ruby.unpack1('H*').upcase] : ['String', ruby]
    when Symbol then ['Ruby', ruby.to_s]
    else ['Ruby', nil]
    end
  end
end

$stdin.each_line(chomp: true) do |path|
  document = Psych.parse(File.read(path, encoding: 'BOM|UTF-8'))
  puts JSON.generate(document ? Tree.new(document).value(document.root) : nil)
rescue StandardError => e
  puts JSON.generate(e.class.name)
end
