define port(Integer $number) {
  notify { "port of ${title} at ${trusted['hostname']}, ${trusted['extensions']}": }
}
@@port { $trusted['hostname']: number => generate('/bin/port') }
Port <<| |>>
