package broken { uri => 'urn:broken' }

type A inherits Nothing {}
