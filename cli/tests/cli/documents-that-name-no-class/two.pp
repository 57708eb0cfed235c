package two { uri => "urn:two" }
type Thing { attr a, String }
