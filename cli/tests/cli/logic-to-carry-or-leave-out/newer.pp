package newer { functions => '1.9' }

type A { attr a, String { check => frobnicate($it) } }
