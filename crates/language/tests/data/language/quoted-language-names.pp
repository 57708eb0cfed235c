package p
type 'String' { attr x, String has y, 'String' has z, 'Optional' attr o, Optional[Float] }
type 'Optional'<'String', 'lower', Book> { has a, 'String' has b, 'lower' has c, Book has d, p::Book has e, p::'String' }
type Book {}
type 'lower' {}
type Timestamp { attr a, EDate has b, Timestamp }
datatype EString { instance_class => 'java.lang.String' }
type Own { attr own, EString attr ecores, String attr alike, ecore::EInt }
