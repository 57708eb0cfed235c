package m { uri => 'urn:m', prefix => 'm' }

type P { has kids, K { max => unbound, opposite => parent } }

type K { has parent, P { containment => false } }
