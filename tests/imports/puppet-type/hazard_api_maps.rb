Puppet::ResourceApi.register_type(
  name: 'hazard_api_maps',
  docs: 'Maps where documents would have to name their type.',
  attributes: {
    name: { type: 'String', desc: 'The name.', behaviour: :namevar },
    one: { type: 'Optional[Variant[String, Hash[String, Integer]]]', desc: 'A text or a map.' },
    many: { type: 'Optional[Array[Hash[String, Integer], 1, 3]]', desc: 'Maps.' },
    mixed: { type: 'Optional[Array[Variant[Integer, Hash]]]', desc: 'Numbers and maps.' },
    plain: { type: 'Optional[Variant[Integer, Array[String]]]', desc: 'Neither.' },
    seen: { type: 'Optional[Array[String]]', desc: 'Only read.', behaviour: :read_only },
  },
)
