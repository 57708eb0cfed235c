# A part of the service, which other machines hear of.
define thing::part (
  Integer[0] $index,
  Enum['present', 'absent'] $ensure = 'present',
  Hash $settings = { 'order' => $index, 'label' => thing::label($title) },
) {
  include thing::tools

  file { "/etc/thing/${title}":
    ensure  => $ensure,
    content => "${title} ${index} ${settings['order']}\n",
  }

  @@notify { "thing ${facts['networking']['hostname']} ${title}":
    message => $settings,
    tag     => 'thing',
  }

  Notify['thing tools'] -> File["/etc/thing/${title}"]
}
