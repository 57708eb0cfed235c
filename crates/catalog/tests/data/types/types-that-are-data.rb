require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'apt_key',
  docs: 'Keys.',
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present' },
    id: { type: 'String', behaviour: :namevar },
    source: { type: 'Optional[String]', behaviour: :parameter },
    created: { type: 'String', behaviour: :read_only },
  },
)
