type Base { attr name, String }
type Middle inherits Base { attr size, Integer }
type Thing inherits Middle { attr name, Integer attr size, Integer attr size, Float }
