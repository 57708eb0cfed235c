Puppet::ResourceApi.register_type(
  name: 'storage_target',
  docs: 'A target of a network of storage.',
  features: %w[canonicalize remote_resource],
  attributes: {
    iqn: { type: 'Pattern[/\Aiqn\.\d{4}-\d{2}\./]', desc: 'The name of the target.', behaviour: :namevar },
    portals: { type: 'Array[String, 1, 8]', desc: 'The addresses.' },
    luns: { type: 'Optional[Array[Integer[0, 255], 2]]', desc: 'The units.' },
    chap: { type: 'Optional[Struct[{user => String, secret => Sensitive[String]}]]', desc: 'How to log in.', behaviour: :parameter },
    retries: { type: 'Integer[0, default]', desc: 'The retries.', default: 0x10, behaviour: :parameter },
    ratio: { type: 'Float', desc: 'A ratio.', default: 1.5 },
    state: { type: "Enum['on', 'off']", desc: 'The state.', behaviour: :read_only },
    exact: { type: 'Boolean[true]', desc: 'Always.', default: true },
    no_one: { type: 'NotUndef', desc: 'Some value.' },
    since: { type: 'Optional[Timestamp]', desc: 'A time.' },
    callback: { type: 'Optional[Callable[String]]', desc: 'Code.' },
  },
)
