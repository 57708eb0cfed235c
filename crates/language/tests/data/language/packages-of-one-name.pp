package a { uri => 'first' }
type X { has y, a[1]::Y }
package a::b { uri => 'one' }
type In {}
package a::b[1] { uri => 'two' }
type In { has other, a::B::In has own, In has x, X }
package a[1] { uri => 'second' }
type Y { has x, a::X has z, a::b[1]::In attr s, Array[String] annotation 'r' { references => [package a[1], package a::b[1], a::b[1]::In] } }
