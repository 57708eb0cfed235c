define mytype {}
mytype { '/tmp/foo': ...}
notice defined(Mytype['tmp/foo'])
