package invoice

type Invoice {
  attr number, InvoiceNumber { min => 1 }
  attr issued, InvoiceIssued { min => 1 }
  attr due, InvoiceDue
  attr currency, InvoiceCurrency { default => EUR }
  has seller, Party { min => 1 }
  has buyer, Party { min => 1 }
  has lines, Line { min => 1, max => 500 }
  attr discount, InvoiceDiscount
  attr paid, Timestamp
}

enum InvoiceCurrency { EUR, USD, CHF }

type Party {
  attr name, String[1] { min => 1 }
  attr vat, Pattern[/\A[A-Z]{2}[0-9A-Z]+\z/]
  has address, Address { min => 1 }
}

type Line {
  attr text, String { min => 1 }
  attr quantity, LineQuantity { min => 1 }
  attr price, Float { min => 1 }
  attr tax, Variant[Integer[0, 0], Integer[7, 7], Integer[19, 19]]
}

datatype InvoiceDiscount {
  instance_class => 'double',
  facets => {
    baseType => 'http://www.w3.org/2001/XMLSchema#double',
    minInclusive => 0.0,
    maxExclusive => 1.0,
  },
}

type Address {
  attr street, String
  attr city, String { min => 1 }
  attr postcode, String[default, 10]
  attr country, String[2, 2] { min => 1 }
}

datatype LineQuantity { base => Float, facets => { minExclusive => 0.0 } }

datatype InvoiceNumber { base => Pattern[/\AINV-[0-9]{4,}\z/] }

datatype InvoiceIssued { base => Pattern[/\A\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\z/] }

datatype InvoiceDue { base => Pattern[/\A\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\z/] }
