Puppet::ResourceApi.register_type({
  name: 'monitor_check',
  desc: <<~DOC,
    A check of a host.

    - it runs at intervals
  DOC
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: :present, desc: 'State.' },
    name: { type: 'String', behaviour: :namevar, desc: 'Name.' },
    interval: { type: 'Integer[10]', default: 60, desc: 'Seconds.' },
    command: { type: 'Variant[String, Array[String, 1]]', desc: 'What runs.' },
    contacts: { type: 'Hash[String, Struct[{ mail => String, Optional["phone"] => Pattern[/^\+/] }]]', desc: 'Whom to call.' },
    levels: { type: 'Tuple[Float, Float]', desc: 'Warn, then fail.' },
    tags: { type: 'Array[Enum[a, "b c"]]', desc: 'Tags.' },
  },
  autorequire: { service: 'monitor', file: '$config' },
})
