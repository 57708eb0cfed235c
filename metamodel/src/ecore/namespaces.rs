//! Built-in namespaces.

/// Ecore's namespace URI.
pub const NS_URI: &str = "http://www.eclipse.org/emf/2002/Ecore";

/// The namespace URI of the types of XML Schema.
pub const XML_TYPE_URI: &str = "http://www.eclipse.org/emf/2003/XMLType";

/// The namespace URI of XML itself: of `xml:lang` and `xml:space`, to which imported XML Schemas refer.
pub const XML_NAMESPACE_URI: &str = "http://www.w3.org/XML/1998/namespace";

/// The packages that are built into EMF beside Ecore. A metamodel contains them only if something refers to them.
pub const OPTIONAL_URIS: [&str; 2] = [XML_TYPE_URI, XML_NAMESPACE_URI];
