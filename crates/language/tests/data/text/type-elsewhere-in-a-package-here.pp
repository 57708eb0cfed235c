package here

type B { external => '//B' }
