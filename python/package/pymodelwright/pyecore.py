"""Converts models and metamodels to objects of PyEcore, and back.

Metamodels are exchanged as the text of an ``.ecore`` file, objects one by one, feature by feature. Derived
and transient features are left out, because their owner computes them. What cannot be converted raises
``ValueError``; nothing is dropped silently. PyEcore must be installed.
"""

from datetime import datetime
from io import BytesIO

from pyecore.ecore import EDataType, EEnum, EEnumLiteral, EPackage, EProxy, EReference
from pyecore.resources import URI, ResourceSet
from pyecore.resources.xmi import XMIResource

from . import Metamodel, Model, Object, generate

__all__ = ["from_pyecore", "metamodel_from_pyecore", "packages", "to_pyecore"]


class _Memory(URI):
    """A document of PyEcore in memory."""

    def __init__(self, name, data=b""):
        super().__init__(name)
        self._data = data
        self._stream = None

    def create_instream(self):
        self._stream = BytesIO(self._data)
        return self._stream

    def create_outstream(self):
        self._stream = BytesIO()
        return self._stream

    def close_stream(self):
        self._data = self._stream.getvalue()


def packages(metamodel):
    """The packages of a metamodel as those of PyEcore, in the order of their files."""
    resource_set = ResourceSet()
    found_packages = []
    # Files that refer to each other are found by their names.
    files = {name: _Memory(name, text.encode()) for name, text in generate("ecore", metamodel).items()}
    loaded = {name: XMIResource(uri) for name, uri in files.items()}
    for name, resource in loaded.items():
        resource.resource_set = resource_set
        resource_set.resources[name] = resource
    for resource in loaded.values():
        resource.load()
        found_packages.extend(root for root in resource.contents if isinstance(root, EPackage))
    return found_packages


def metamodel_from_pyecore(*packages):
    """The metamodel of packages of PyEcore."""
    if not packages:
        raise TypeError("metamodel_from_pyecore() needs at least one package")
    target = _Memory("packages.ecore")
    resource = XMIResource(target)
    # A package can be in only one resource, so each is moved back to its original one.
    original_resources = [package.eResource for package in packages]
    try:
        resource.extend(packages)
        resource.save(output=target)
    finally:
        for package, original_resource in zip(packages, original_resources):
            if original_resource is not None:
                original_resource.append(package)
    return Metamodel.from_text(_with_opposites(target._data, packages), "ecore")


def _with_opposites(data, packages):
    """The document of packages with the opposites of references, which PyEcore does not write."""
    model = Model.from_bytes(data, format="ecore")
    references = {_path(reference): reference for reference in model.all("EReference")}
    for package in packages:
        for element in package.eAllContents():
            if isinstance(element, EReference) and element.eOpposite is not None:
                try:
                    references[_path(element)].eOpposite = references[_path(element.eOpposite)]
                except KeyError as error:
                    raise ValueError(f"the opposite of {element.name} is not in the packages") from error
    return model.to_text("ecore")


def _path(element):
    """The names of an element of a metamodel and of its containers."""
    names = []
    while element is not None:
        names.append(element.name)
        element = element.eContainer()
    return tuple(names)


def _all_packages(roots):
    """Packages and the packages inside them."""
    pending = list(roots)
    while pending:
        package = pending.pop()
        yield package
        pending.extend(package.eSubpackages)


def _features(class_):
    """The features whose values are stored."""
    features = class_.eAllStructuralFeatures()
    return [feature for feature in features if not feature.derived and not feature.transient]


def to_pyecore(model, *packages_):
    """The roots of a model as objects of PyEcore.

    ``packages_`` are the packages of PyEcore that declare the classes; by default, they are made by
    ``packages``.
    """
    known_packages = {
        package.nsURI: package for package in _all_packages(packages_ or packages(model.metamodel))
    }
    # The object of PyEcore for each source object, and the source objects in the order of their conversion.
    targets, sources = {}, []

    def create_target(source):
        class_ = source.eClass
        try:
            targets[source] = known_packages[class_.namespace].getEClassifier(class_.name)()
        except (KeyError, TypeError) as error:
            raise ValueError(f"PyEcore has no class {class_.qualified_name}") from error
        sources.append(source)

    for source in model.walk():
        create_target(source)
    # The loop appends objects of other documents to the list; a loop over a list also visits these.
    for source in sources:
        target = targets[source]
        for feature in _features(target.eClass):
            if isinstance(feature.eType, EDataType) and feature.eType.name == "EFeatureMapEntry":
                raise ValueError(f"{feature.name} is a feature map, which PyEcore does not have")
            if not source.eIsSet(feature.name):
                continue
            value = source.eGet(feature.name)
            values = list(value) if feature.many else [value]
            for item in values:
                if isinstance(item, Object) and item not in targets:
                    if item.eProxyURI is not None:
                        raise ValueError(f"{source!r} refers to {item.eProxyURI}, which is not loaded")
                    # The object is in another document; its own values are converted as well.
                    create_target(item)
            new_values = [
                targets[item] if isinstance(item, Object) else _attribute(feature.eType, item)
                for item in values
            ]
            if feature.many:
                _fill(target.eGet(feature), new_values)
            else:
                target.eSet(feature, new_values[0])
    return [targets[root] for root in model.roots]


def _fill(items, values):
    """Sets a list; values that an opposite added already get their place."""
    if list(items) != values:
        for value in list(items):
            items.remove(value)
        items.extend(values)


def _attribute(type_, value):
    """The value of an attribute in the form of PyEcore."""
    if isinstance(type_, EEnum):
        # PyEcore finds literals by their names only, documents have their spellings.
        return next(literal for literal in type_.eLiterals if value in (literal.literal, literal.name))
    if isinstance(value, str) and type_.eType is not str:
        return type_.from_string(value)
    return value


def from_pyecore(roots, metamodel=None):
    """A model with objects of PyEcore: with one root, with several, or with the contents of a resource.

    ``metamodel`` is that of their classes; by default, it is made of their packages.
    """
    roots = list(getattr(roots, "contents", roots if isinstance(roots, (list, tuple)) else [roots]))
    if metamodel is None:
        # A dictionary keeps the order of the packages.
        top_packages = {}
        for root in roots:
            package = root.eClass.ePackage
            while package.eSuperPackage is not None:
                package = package.eSuperPackage
            top_packages[package] = None
        metamodel = metamodel_from_pyecore(*top_packages)
    model = Model(metamodel)
    targets = {}

    def create_target(source):
        package = source.eClass.ePackage
        targets[source] = model.create(f"{package.nsURI}#//{source.eClass.name}")

    for root in roots:
        create_target(root)
        for source in root.eAllContents():
            create_target(source)
        model.roots.append(targets[root])
    # All objects exist before the first value is set, because a reference may precede its target.
    for source, target in targets.items():
        for feature in _features(source.eClass):
            value = source.eGet(feature)
            if feature.many:
                if len(value):
                    items = [_value(source, feature, item, targets) for item in value]
                    target.eSet(feature.name, items)
            elif source.eIsSet(feature) or value != feature.get_default_value():
                target.eSet(feature.name, _value(source, feature, value, targets))
    return model


def _value(source, feature, value, targets):
    """A value of a feature of the object ``source`` of PyEcore in the form of this package."""
    if isinstance(value, EProxy):
        if not value.resolved:
            value.force_resolve()
        value = value._wrapped
    if feature.is_reference:
        if value is None:
            return None
        if value not in targets:
            raise ValueError(f"{feature.name} of {source} refers to an object outside of the roots")
        return targets[value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, EEnumLiteral):
        return value.name
    if isinstance(value, datetime):
        zone = value.strftime("%z") or "+0000"
        return value.strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03d}{zone}"
    return feature.eType.to_string(value)
