# A service with its configuration.
class thing (
  Integer[1] $size = 3,
  String $text = 'thing text',
  Boolean $is_enabled = true,
  Array[String[1]] $names = ['one', 'two'],
  Hash[String, Thing::Size] $limits = {},
  Variant[String, Sensitive[String]] $password = Sensitive('thing secret'),
  Optional[String] $version = undef,
) {
  contain thing::install
  contain thing::config

  service { 'thing':
    ensure => running,
    enable => $is_enabled,
  }

  $names.each |Integer $index, String $name| {
    thing::part { "thing ${name}":
      index => $index,
      tag   => ['thing_part', $name],
    }
  }

  if $is_enabled {
    notify { 'thing is enabled':
      message => thing::label($text, $size),
    }
  } else {
    notify { 'thing is off':
      loglevel => info,
    }
  }

  Class['thing::install'] -> Class['thing::config'] ~> Service['thing']
}
