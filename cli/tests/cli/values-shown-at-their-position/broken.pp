package broken { uri => 'urn:broken', prefix => 'b' }

class B {
}
