Puppet::ResourceApi.register_type(
  name: 'dns_record',
  docs: <<-EOS,
    @summary A record of a zone.
    @example
      dns_record { 'www': ensure => 'present' }
  EOS
  features: ['simple_get_filter', 'canonicalize'],
  attributes: {
    ensure: {
      type:    'Enum[present, absent]',
      desc:    'Whether the record is there.',
      default: 'present',
    },
    name: {
      type:      'String[1, 255]',
      desc:      'The name of the record.',
      behaviour: :namevar,
    },
    type: {
      type: "Enum['A', 'AAAA', 'CNAME', 'MX']",
      desc: 'The kind of the record.',
    },
    ttl: {
      type:    'Integer[0, 2147483647]',
      desc:    'How long it may be kept.',
      default: 3600,
    },
    content: {
      type: 'Array[String[1], 1]',
      desc: 'The values.',
    },
    proxied: {
      type:      'Optional[Boolean]',
      desc:      'Whether requests go through a proxy.',
      behaviour: :parameter,
    },
    serial: {
      type:      'Integer',
      desc:      'The serial number of the zone.',
      behaviour: :read_only,
    },
  },
)
