package later { functions => '9.0' }
type Thing { attr a, String { check => { $it.frobnicate } } attr b, Integer { check => { $it.abs > 1 } } }
