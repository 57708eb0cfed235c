# RGen has only the first of these superclasses.
package superclasses { uri => 'urn:example:superclasses', prefix => 'superclasses' }

type Both inherits ENamedElement, ETypeParameter {}
