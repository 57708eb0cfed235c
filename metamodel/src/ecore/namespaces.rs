//! Built-in namespaces.

/// Ecore's namespace URI.
pub const NS_URI: &str = "http://www.eclipse.org/emf/2002/Ecore";

/// The namespace URI of the types of XML Schema.
pub const XML_TYPE_URI: &str = "http://www.eclipse.org/emf/2003/XMLType";
