# A reference asks whether a class is in the catalog.
class ourapp {
  notice('body')
}
notice(defined(Class['ourapp']))
include ourapp
notice(defined(Class['ourapp']))
#----
# A resource that waits in the queue is in the catalog.
define mytype {
  notice("body of ${title}")
}
mytype { '/tmp/foo': }
notice(defined(Mytype['/tmp/foo']), defined(Mytype['tmp/foo']))
#----
# What comes later in the text is not.
notice(defined(Notify['late']))
notify { 'late': }
#----
# What a queued resource will declare is not yet there.
define mytype {
  notify { "of ${title}": }
}
mytype { 'x': }
notice(defined(Notify['of x']))
#----
# A virtual resource is in the catalog.
@notify { 'virtual': }
notice(defined(Notify['virtual']))
