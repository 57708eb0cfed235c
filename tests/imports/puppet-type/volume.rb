Puppet::ResourceApi.register_type(
  name: 'volume',
  docs: 'A volume of storage.',
  title_patterns: [
    { pattern: %r{^(?<pool>[^/]+)/(?<name>.+)$}, desc: 'pool and name' },
    { pattern: %r{^(?<name>[^/]+)$}, desc: 'name' },
  ],
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'State.', default: 'present' },
    pool: { type: 'String', desc: 'The pool.', behaviour: :namevar },
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    size: { type: 'Variant[Integer[1], Pattern[/\A\d+[KMGT]\z/]]', desc: 'The size.' },
    mode: { type: 'Enum[thin, thick]', desc: 'How space is reserved.', default: 'thin', behaviour: :init_only },
    tags: { type: 'Array[String]', desc: 'Tags.', default: [] },
    quota: { type: 'Numeric', desc: 'The quota.' },
    any: { type: 'Any', desc: 'Anything.' },
  },
)
