# What a site has.   
#  
# @param port    The port.   
class   site  ( Integer $port = 80,
    Optional[String]   $name = undef, # who   
  ) inherits site::params
{

      include  site::a, site::b;  $x = 1


  file { 
    '/etc/x':
     ensure  => present,
       content => @("END"/L), # below
        port ${port}
          deep \
        | END
     mode    => '0644';

    default: * => $defaults,
  } -> # before
   Service['x'] ~> Exec <| title == 'y' |> { refresh=>true }

  # Nothing else.   
}
notice @(A), @(B)
  a
  | A
  b
  -B
if $facts['os'] == 'x' { fail("no ${facts['os']}
   more") } elsif ! $y { } else { [1,2 ,3].each |$i| {
notice($i) } } ; $z = [ 1 ]; [2].each |$x| { } 
type Site::Port = Integer[ 0,65535 ]
