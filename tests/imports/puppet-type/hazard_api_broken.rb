Puppet::ResourceApi.register_type(
  name: 'broken',
  attributes: {
    name: { type: 'String', behaviour: :namevar },
    wrong: { type: 'Array[', desc: 'A type that cannot be read.' },
    lower: { type: 'string' },
    more: { type: 'String]' },
    untyped: { desc: 'No type.' },
    computed: { type: TYPE, desc: 'A type in a constant.' },
  }.merge(OTHERS),
)
Puppet::ResourceApi.register_type(
  name: 'broken',
  attributes: {
    name: { type: 'String', behaviour: :namevar },
    wrong: { type: 'Array[', desc: 'A type that cannot be read.' },
    lower: { type: 'string' },
    more: { type: 'String]' },
    untyped: { desc: 'No type.' },
    computed: { type: TYPE, desc: 'A type in a constant.' },
    deep: { type: 'Array[Array[Array[Array[Array[Array[Array[Array[Array[Array[Array[String]]]]]]]]]]]' },
    unquoted: SETTINGS,
  },
)
