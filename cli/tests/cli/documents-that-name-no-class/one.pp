package one { uri => "urn:one" }
type Thing { attr a, String }
