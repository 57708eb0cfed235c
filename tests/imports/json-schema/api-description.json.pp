package api_description

type Api {
  attr title, String { min => 1 }
  has servers, ApiServersItem { max => unbound }
  has operations, ApiOperations { max => unbound }
}

type ApiServersItem {
  attr url, ApiServersItemUrl { min => 1 }
  attr description, String
}

type Operation {
  attr summary, String
  attr deprecated, Boolean { default => false }
  has parameters, Parameter { max => unbound }
  has responses, OperationResponses { max => unbound }
}

type Parameter {
  attr name, String { min => 1 }
  attr in, ParameterIn { min => 1 }
  attr required, Boolean
  has schema, TypeSchema
}

type Response {
  attr description, String { min => 1 }
  has body, TypeSchema
}

enum ParameterIn { query, header, path, cookie }

abstract type TypeSchema {}

type ScalarSchema inherits TypeSchema {
  attr scalar, ScalarSchemaScalar { min => 1 }
}

type List inherits TypeSchema {
  has items, TypeSchema { min => 1 }
}

type Record inherits TypeSchema {
  attr fields, Hash[String, TypeSchema]
}

enum ScalarSchemaScalar { text, number, flag }

type ApiOperations {
  instance_class => 'java.util.Map$Entry'
  annotation 'urn:modelwright:language' { type => 'Hash[String, Operation]' }
  attr key, String { min => 1 }
  has value, Operation { min => 1 }
}

datatype ApiServersItemUrl { base => URI }

type OperationResponses {
  instance_class => 'java.util.Map$Entry'
  annotation 'urn:modelwright:language' {
    type => 'Hash[Pattern[\'\\\\A[1-5][0-9]{2}\\\\z\'], Response]',
  }
  attr key, OperationResponsesKey { min => 1 }
  has value, Response { min => 1 }
}

datatype OperationResponsesKey { base => Optional[Pattern[/\A[1-5][0-9]{2}\z/]] }
