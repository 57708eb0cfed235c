# Ecore, the metamodel of metamodels, in the type language.
#
# It declares the same as EMF's own Ecore.ecore: every classifier, feature, operation and annotation, in EMF's
# order. The text below this header is the text that is printed for the built-in Ecore. A test compares the
# two, so a change of this file requires the same change of the built-in Ecore.

package ecore { uri => 'http://www.eclipse.org/emf/2002/Ecore' }

type EAttribute inherits EStructuralFeature {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' { constraints => 'ConsistentTransient' }
  attr iD, EBoolean
  has eAttributeType, EDataType { min => 1, containment => false, derived => true }
}

type EAnnotation inherits EModelElement {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' {
    constraints => 'WellFormed WellFormedSourceURI',
  }
  attr source, EString
  has details, EStringToStringMapEntry { max => unbound, resolve_proxies => false }
  has eModelElement, EModelElement {
    containment => false,
    opposite => eAnnotations,
    resolve_proxies => false,
    transient => true,
  }
  has contents, EObject { max => unbound, resolve_proxies => false }
  has references, EObject { max => unbound, containment => false }
}

type EClass inherits EClassifier {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' {
    constraints => 'InterfaceIsAbstract AtMostOneID UniqueFeatureNames UniqueOperationSignatures NoCircularSuperTypes WellFormedMapEntryClass ConsistentSuperTypes DisjointFeatureAndOperationSignatures',
  }
  attr abstract, EBoolean
  attr interface, EBoolean
  has eSuperTypes, EClass {
    max => unbound,
    containment => false,
    unsettable => true,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' {
      suppressedIsSetVisibility => 'true',
      suppressedUnsetVisibility => 'true',
    },
  }
  has eOperations, EOperation {
    max => unbound,
    opposite => eContainingClass,
    resolve_proxies => false,
  }
  has eAllAttributes, EAttribute { max => unbound, containment => false, derived => true }
  has eAllReferences, EReference { max => unbound, containment => false, derived => true }
  has eReferences, EReference { max => unbound, containment => false, derived => true }
  has eAttributes, EAttribute { max => unbound, containment => false, derived => true }
  has eAllContainments, EReference { max => unbound, containment => false, derived => true }
  has eAllOperations, EOperation { max => unbound, containment => false, derived => true }
  has eAllStructuralFeatures, EStructuralFeature {
    max => unbound,
    containment => false,
    derived => true,
  }
  has eAllSuperTypes, EClass { max => unbound, containment => false, derived => true }
  has eIDAttribute, EAttribute { containment => false, resolve_proxies => false, derived => true }
  has eStructuralFeatures, EStructuralFeature {
    max => unbound,
    opposite => eContainingClass,
    resolve_proxies => false,
  }
  has eGenericSuperTypes, EGenericType {
    max => unbound,
    resolve_proxies => false,
    unsettable => true,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' {
      suppressedIsSetVisibility => 'true',
      suppressedUnsetVisibility => 'true',
    },
  }
  has eAllGenericSuperTypes, EGenericType { max => unbound, containment => false, derived => true }
  operation isSuperTypeOf(EClass $someClass) >> EBoolean
  operation getFeatureCount() >> EInt
  operation getEStructuralFeature(EInt $featureID) >> EStructuralFeature
  operation getFeatureID(EStructuralFeature $feature) >> EInt
  operation getEStructuralFeature(EString $featureName) >> EStructuralFeature
  operation getOperationCount() >> EInt
  operation getEOperation(EInt $operationID) >> EOperation
  operation getOperationID(EOperation $operation) >> EInt
  operation getOverride(EOperation $operation) >> EOperation
  operation getFeatureType(EStructuralFeature $feature) >> EGenericType
}

abstract type EClassifier inherits ENamedElement {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' {
    constraints => 'WellFormedInstanceTypeName UniqueTypeParameterNames',
  }
  attr instanceClassName, EString {
    unsettable => true,
    volatile => true,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' {
      suppressedIsSetVisibility => 'true',
      suppressedUnsetVisibility => 'true',
    },
  }
  attr instanceClass, EJavaClass<?> { derived => true }
  attr defaultValue, EJavaObject { derived => true }
  attr instanceTypeName, EString {
    unsettable => true,
    volatile => true,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' {
      suppressedIsSetVisibility => 'true',
      suppressedUnsetVisibility => 'true',
    },
  }
  has ePackage, EPackage {
    containment => false,
    opposite => eClassifiers,
    settable => false,
    transient => true,
  }
  has eTypeParameters, ETypeParameter { max => unbound }
  operation isInstance(EJavaObject $object) >> EBoolean
  operation getClassifierID() >> EInt
}

type EDataType inherits EClassifier {
  attr serializable, EBoolean { default => true }
}

type EEnum inherits EDataType {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' {
    constraints => 'UniqueEnumeratorNames UniqueEnumeratorLiterals',
  }
  has eLiterals, EEnumLiteral { max => unbound, opposite => eEnum, resolve_proxies => false }
  operation getEEnumLiteral(EString $name) >> EEnumLiteral
  operation getEEnumLiteral(EInt $value) >> EEnumLiteral
  operation getEEnumLiteralByLiteral(EString $literal) >> EEnumLiteral
}

type EEnumLiteral inherits ENamedElement {
  attr value, EInt
  attr instance, EEnumerator { transient => true }
  attr literal, EString
  has eEnum, EEnum {
    containment => false,
    opposite => eLiterals,
    resolve_proxies => false,
    settable => false,
    transient => true,
  }
}

type EFactory inherits EModelElement {
  has ePackage, EPackage {
    min => 1,
    containment => false,
    opposite => eFactoryInstance,
    resolve_proxies => false,
    transient => true,
  }
  operation create(EClass $eClass) >> EObject
  operation createFromString(EDataType $eDataType, EString $literalValue) >> EJavaObject
  operation convertToString(EDataType $eDataType, EJavaObject $instanceValue) >> EString
}

abstract type EModelElement {
  has eAnnotations, EAnnotation {
    max => unbound,
    opposite => eModelElement,
    resolve_proxies => false,
  }
  operation getEAnnotation(EString $source) >> EAnnotation
}

abstract type ENamedElement inherits EModelElement {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' { constraints => 'WellFormedName' }
  attr name, EString
}

type EObject {
  operation eClass() >> EClass
  operation eIsProxy() >> EBoolean
  operation eResource() >> EResource
  operation eContainer() >> EObject
  operation eContainingFeature() >> EStructuralFeature
  operation eContainmentFeature() >> EReference
  operation eContents() >> EEList<EObject>
  operation eAllContents() >> ETreeIterator<EObject>
  operation eCrossReferences() >> EEList<EObject>
  operation eGet(EStructuralFeature $feature) >> EJavaObject
  operation eGet(EStructuralFeature $feature, EBoolean $resolve) >> EJavaObject
  operation eSet(EStructuralFeature $feature, EJavaObject $newValue)
  operation eIsSet(EStructuralFeature $feature) >> EBoolean
  operation eUnset(EStructuralFeature $feature)
  operation eInvoke(EOperation $operation, EEList<?> $arguments) >> EJavaObject {
    throws => [EInvocationTargetException],
  }
}

type EOperation inherits ETypedElement {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' {
    constraints => 'UniqueParameterNames UniqueTypeParameterNames NoRepeatingVoid',
  }
  has eContainingClass, EClass {
    containment => false,
    opposite => eOperations,
    resolve_proxies => false,
    settable => false,
    transient => true,
  }
  has eTypeParameters, ETypeParameter { max => unbound }
  has eParameters, EParameter { max => unbound, opposite => eOperation, resolve_proxies => false }
  has eExceptions, EClassifier {
    max => unbound,
    containment => false,
    unsettable => true,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' {
      suppressedIsSetVisibility => 'true',
      suppressedUnsetVisibility => 'true',
    },
  }
  has eGenericExceptions, EGenericType {
    max => unbound,
    resolve_proxies => false,
    unsettable => true,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' {
      suppressedIsSetVisibility => 'true',
      suppressedUnsetVisibility => 'true',
    },
  }
  operation getOperationID() >> EInt
  operation isOverrideOf(EOperation $someOperation) >> EBoolean
}

type EPackage inherits ENamedElement {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' {
    constraints => 'WellFormedNsURI WellFormedNsPrefix UniqueSubpackageNames UniqueClassifierNames UniqueNsURIs',
  }
  attr nsURI, EString
  attr nsPrefix, EString
  has eFactoryInstance, EFactory {
    min => 1,
    containment => false,
    opposite => ePackage,
    resolve_proxies => false,
    transient => true,
  }
  has eClassifiers, EClassifier { max => unbound, opposite => ePackage }
  has eSubpackages, EPackage { max => unbound, opposite => eSuperPackage }
  has eSuperPackage, EPackage {
    containment => false,
    opposite => eSubpackages,
    settable => false,
    transient => true,
  }
  operation getEClassifier(EString $name) >> EClassifier
}

type EParameter inherits ETypedElement {
  has eOperation, EOperation {
    containment => false,
    opposite => eParameters,
    resolve_proxies => false,
    settable => false,
    transient => true,
  }
}

type EReference inherits EStructuralFeature {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' {
    constraints => 'ConsistentOpposite SingleContainer ConsistentKeys ConsistentUnique ConsistentContainer',
  }
  attr containment, EBoolean
  attr container, EBoolean { derived => true }
  attr resolveProxies, EBoolean { default => true }
  has eOpposite, EReference { containment => false }
  has eReferenceType, EClass { min => 1, containment => false, derived => true }
  has eKeys, EAttribute { max => unbound, containment => false }
}

abstract type EStructuralFeature inherits ETypedElement {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' { constraints => 'ValidDefaultValueLiteral' }
  attr changeable, EBoolean { default => true }
  attr volatile, EBoolean
  attr transient, EBoolean
  attr defaultValueLiteral, EString
  attr defaultValue, EJavaObject { derived => true }
  attr unsettable, EBoolean
  attr derived, EBoolean
  has eContainingClass, EClass {
    containment => false,
    opposite => eStructuralFeatures,
    resolve_proxies => false,
    settable => false,
    transient => true,
  }
  operation getFeatureID() >> EInt
  operation getContainerClass() >> EJavaClass<?>
}

abstract type ETypedElement inherits ENamedElement {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' {
    constraints => 'ValidLowerBound ValidUpperBound ConsistentBounds ValidType',
  }
  attr ordered, EBoolean { default => true }
  attr unique, EBoolean { default => true }
  attr lowerBound, EInt
  attr upperBound, EInt { default => 1 }
  attr many, EBoolean { derived => true }
  attr required, EBoolean { derived => true }
  has eType, EClassifier {
    containment => false,
    unsettable => true,
    volatile => true,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' {
      suppressedIsSetVisibility => 'true',
      suppressedUnsetVisibility => 'true',
    },
  }
  has eGenericType, EGenericType {
    resolve_proxies => false,
    unsettable => true,
    volatile => true,
    annotation 'http://www.eclipse.org/emf/2002/GenModel' {
      suppressedIsSetVisibility => 'true',
      suppressedUnsetVisibility => 'true',
    },
  }
}

datatype EBigDecimal {
  instance_class => 'java.math.BigDecimal',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#decimal' },
}

datatype EBigInteger {
  instance_class => 'java.math.BigInteger',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#integer' },
}

datatype EBoolean {
  instance_class => 'boolean',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#boolean' },
}

datatype EBooleanObject {
  base => EBoolean,
  instance_class => 'java.lang.Boolean',
  facets => { name => 'EBoolean:Object' },
}

datatype EByte {
  instance_class => 'byte',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#byte' },
}

datatype EByteArray {
  instance_class => 'byte[]',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#hexBinary' },
}

datatype EByteObject {
  base => EByte,
  instance_class => 'java.lang.Byte',
  facets => { name => 'EByte:Object' },
}

datatype EChar { instance_class => 'char' }

datatype ECharacterObject {
  base => EChar,
  instance_class => 'java.lang.Character',
  facets => { name => 'EChar:Object' },
}

datatype EDate { instance_class => 'java.util.Date' }

datatype EDiagnosticChain {
  instance_class => 'org.eclipse.emf.common.util.DiagnosticChain',
  serializable => false,
}

datatype EDouble {
  instance_class => 'double',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#double' },
}

datatype EDoubleObject {
  base => EDouble,
  instance_class => 'java.lang.Double',
  facets => { name => 'EDouble:Object' },
}

datatype EEList<E> { instance_class => 'org.eclipse.emf.common.util.EList', serializable => false }

datatype EEnumerator {
  instance_class => 'org.eclipse.emf.common.util.Enumerator',
  serializable => false,
}

datatype EFeatureMap {
  instance_class => 'org.eclipse.emf.ecore.util.FeatureMap',
  serializable => false,
}

datatype EFeatureMapEntry {
  instance_class => 'org.eclipse.emf.ecore.util.FeatureMap$Entry',
  serializable => false,
}

datatype EFloat {
  instance_class => 'float',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#float' },
}

datatype EFloatObject {
  base => EFloat,
  instance_class => 'java.lang.Float',
  facets => { name => 'EFloat:Object' },
}

datatype EInt {
  instance_class => 'int',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#int' },
}

datatype EIntegerObject {
  base => EInt,
  instance_class => 'java.lang.Integer',
  facets => { name => 'EInt:Object' },
}

datatype EJavaClass<T> { instance_class => 'java.lang.Class' }

datatype EJavaObject { instance_class => 'java.lang.Object' }

datatype ELong {
  instance_class => 'long',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#long' },
}

datatype ELongObject {
  base => ELong,
  instance_class => 'java.lang.Long',
  facets => { name => 'ELong:Object' },
}

datatype EMap<K, V> { instance_class => 'java.util.Map', serializable => false }

datatype EResource {
  instance_class => 'org.eclipse.emf.ecore.resource.Resource',
  serializable => false,
}

datatype EResourceSet {
  instance_class => 'org.eclipse.emf.ecore.resource.ResourceSet',
  serializable => false,
}

datatype EShort {
  instance_class => 'short',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#short' },
}

datatype EShortObject {
  base => EShort,
  instance_class => 'java.lang.Short',
  facets => { name => 'EShort:Object' },
}

datatype EString {
  instance_class => 'java.lang.String',
  facets => { baseType => 'http://www.w3.org/2001/XMLSchema#string' },
}

type EStringToStringMapEntry {
  instance_class => 'java.util.Map$Entry'
  attr key, EString
  attr value, EString
}

datatype ETreeIterator<E> {
  instance_class => 'org.eclipse.emf.common.util.TreeIterator',
  serializable => false,
}

type EGenericType {
  annotation 'http://www.eclipse.org/emf/2002/Ecore' {
    constraints => 'ConsistentType ConsistentBounds ConsistentArguments',
  }
  has eUpperBound, EGenericType { resolve_proxies => false }
  has eTypeArguments, EGenericType { max => unbound, resolve_proxies => false }
  has eRawType, EClassifier { min => 1, containment => false, derived => true, volatile => false }
  has eLowerBound, EGenericType { resolve_proxies => false }
  has eTypeParameter, ETypeParameter { containment => false, resolve_proxies => false }
  has eClassifier, EClassifier { containment => false }
  operation isInstance(EJavaObject $object) >> EBoolean
}

type ETypeParameter inherits ENamedElement {
  has eBounds, EGenericType { max => unbound, resolve_proxies => false }
}

datatype EInvocationTargetException {
  instance_class => 'java.lang.reflect.InvocationTargetException',
  serializable => false,
}
