# The catalog of a node: the resources that Puppet applies, and in which order.
#
# A Catalog is a root. Its features are those of Puppet's catalog in JSON, and what a builder of catalogs knows
# besides: where each parameter was set. An edge is a containment, such as of a class and its resources; the order
# of other resources follows from their parameters `before`, `require`, `notify` and `subscribe`.

package catalog { uri => 'urn:modelwright:catalog:1' }

# An element that was written in a file.
abstract type Located {
  # The file.
  attr file, String
  # The line, from 1.
  attr line, Integer
}

# The resources of a node.
type Catalog {
  # The name of the node.
  attr name, String
  # The version of the configuration: a time in seconds, or a text that a program printed.
  attr version, Scalar
  # The environment.
  attr environment, String
  # The identifier of the code that the catalog was built from.
  attr code_id, String
  # The identifier of the catalog itself.
  attr catalog_uuid, String
  # The version of the format; catalogs of Puppet 3 have none.
  attr catalog_format, Integer { unsettable => true }
  # The version in the envelope that Puppet 3 puts around a catalog; not set without an envelope.
  attr envelope_version, Integer { unsettable => true }
  # The tags of the node, in order.
  attr tags, String { max => unbound, unique => false }
  # The names of the classes, in the order in which they were evaluated.
  attr classes, String { max => unbound, unique => false }
  # The resources, in the order of their declarations.
  has resources, Resource { max => unbound }
  # The containments.
  has edges, Edge { max => unbound }
  # The metadata of files that resources copy, by the titles of these resources.
  attr metadata, Hash
  # The metadata of the files in directories that resources copy, by the titles of these resources and by sources.
  attr recursive_metadata, Hash

  invariant 'each resource is declared once' {
    $groups = $resources.group_by |$resource| { "${resource['type']}[${resource[title]}]" }
    $repeated = $groups.filter |$reference, $declared| { size($declared) > 1 }
    if $repeated != {} {
      $texts = $repeated.map |$reference, $declared| {
        $lines = $declared.filter |$resource| { $resource[line] != undef }
        $places = $lines.map |$resource| { "${resource[file]}:${resource[line]}" }
        if $places == [] { "`${reference}`" } else { "`${reference}` (${join($places, ', ')})" }
      }
      "resources are declared more than once: ${join($texts, ', ')}"
    }
  }
}

# A part of the system, and the state that it shall have.
type Resource inherits Located {
  # The type, with capital letters, such as `File` or `Apache::Vhost`.
  attr type, String { min => 1 }
  # The title, which no other resource of the type has.
  attr title, String { min => 1 }
  # The other node that exported it and has the file; Puppet's JSON has neither.
  attr exporter, String
  # What declares the type.
  attr kind, ResourceKind { unsettable => true }
  # Whether other nodes may collect it.
  attr exported, Boolean { default => false }
  # Whether it is not applied, because nothing realized it.
  attr virtual, Boolean { default => false }
  # The tags, in order.
  attr tags, String { max => unbound, unique => false }
  # The parameters, in order.
  has parameters, Parameter { max => unbound }
  # The names of parameters whose values are secrets.
  attr sensitive_parameters, String { max => unbound, unique => false }

  invariant 'each parameter is set once' {
    $names = $parameters.map |$parameter| { $parameter[name] }
    size(unique($names)) == size($names)
  }
}

# What declares the type of a resource.
enum ResourceKind {
  # It is a class.
  class,
  # A definition in a manifest.
  defined_type,
  # A type that is known from a declaration in Ruby or in the language.
  compilable_type,
  # Nothing that was known when the catalog was built.
  unknown,
}

# A parameter of a resource.
type Parameter inherits Located {
  # The name.
  attr name, String { min => 1 }
  # The value; undef if it is not set. Values of rich data are hashes with the key `__ptype`, and so are values that are
  # not known: their type is `Unknown`, and their `reason`, `file` and `line` are those of what was not evaluated.
  attr value, Data
  # How it was set; not set if that is not known.
  attr origin, ParameterOrigin { unsettable => true }
}

# How a parameter was set.
enum ParameterOrigin {
  # In the declaration of the resource.
  declaration,
  # By the defaults of a type, such as `File { … }`.
  resource_default,
  # By an override of a reference, such as `File['x'] { … }`.
  override,
  # By the block of a collector.
  collector,
  # By data that is bound to the name of the parameter.
  data,
  # By the default of the parameter's declaration.
  parameter_default,
  # By an operator between resources, such as `->`.
  relationship,
  # By the resource that contains it, whose metaparameter it is.
  container,
  # By the builder itself.
  builder,
}

# A resource that contains another, or that notifies it.
type Edge {
  # The container.
  has source, Resource { containment => false, min => 1 }
  # The contained resource.
  has target, Resource { containment => false, min => 1 }
  # The event that the target is notified of; not set for a containment.
  attr event, String
  # The function that is called at the event; not set for a containment.
  attr callback, String

  invariant 'an edge with an event must have a callback' {
    $event == undef or $event == 'NONE' or $callback != undef
  }
}
