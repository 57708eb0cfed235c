# A class with parameters, which declares resources that other manifests name.
class m (
  String $greeting = 'init',
  M::Level $level = 2,
  Optional[Array[String]] $extra = undef,
) {
  file { '/m': ensure => directory, mode => '0755' }
  file { '/m/init':
    ensure  => file,
    content => "${greeting} ${level}\n",
    require => File['/m'],
  }
  $extra.lest || { [] }.each |$name| {
    notify { "m ${name}": tag => ['m_extra', $name] }
  }
  notice("m ${greeting} ${level} ${name} ${title} ${module_name}")
}
