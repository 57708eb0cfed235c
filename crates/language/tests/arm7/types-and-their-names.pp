# A type's name may be written in lower case and within a package; `abstract` may stand in its body.
type base { abstract attr id, Integer }
type net::host inherits Base { attr mac, String }
type ::Printer inherits net::Host { attr pages, Integer }
type Queue inherits ::Printer {}
