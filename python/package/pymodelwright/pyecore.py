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
    resources = ResourceSet()
    found = []
    # Files that refer to each other are found by their names.
    files = {name: _Memory(name, text.encode()) for name, text in generate("ecore", metamodel).items()}
    loaded = {name: XMIResource(uri) for name, uri in files.items()}
    for name, resource in loaded.items():
        resource.resource_set = resources
        resources.resources[name] = resource
    for resource in loaded.values():
        resource.load()
        found.extend(root for root in resource.contents if isinstance(root, EPackage))
    return found


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
    return [f for f in class_.eAllStructuralFeatures() if not f.derived and not f.transient]


def to_pyecore(model, *packages_):
    """The roots of a model as objects of PyEcore.

    ``packages_`` are the packages of PyEcore that declare the classes; by default, they are made by
    ``packages``.
    """
    known = {p.nsURI: p for p in _all_packages(packages_ or packages(model.metamodel))}
    made, order = {}, []

    def make(one):
        class_ = one.eClass
        try:
            made[one] = known[class_.namespace].getEClassifier(class_.name)()
        except (KeyError, TypeError) as error:
            raise ValueError(f"PyEcore has no class {class_.qualified_name}") from error
        order.append(one)

    for one in model.walk():
        make(one)
    at = 0
    while at < len(order):
        one = order[at]
        at += 1
        target = made[one]
        for feature in _features(target.eClass):
            if isinstance(feature.eType, EDataType) and feature.eType.name == "EFeatureMapEntry":
                raise ValueError(f"{feature.name} is a feature map, which PyEcore does not have")
            if not one.eIsSet(feature.name):
                continue
            value = one.eGet(feature.name)
            values = list(value) if feature.many else [value]
            for item in values:
                if isinstance(item, Object) and item not in made:
                    if item.eProxyURI is not None:
                        raise ValueError(f"{one!r} refers to {item.eProxyURI}, which is not loaded")
                    # The object is in another document; its own values are converted as well.
                    make(item)
            new = [made[v] if isinstance(v, Object) else _attribute(feature.eType, v) for v in values]
            if feature.many:
                _fill(target.eGet(feature), new)
            else:
                target.eSet(feature, new[0])
    return [made[root] for root in model.roots]


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
        return next(one for one in type_.eLiterals if value in (one.literal, one.name))
    if isinstance(value, str) and type_.eType is not str:
        return type_.from_string(value)
    return value


def from_pyecore(roots, metamodel=None):
    """A model with objects of PyEcore: with one root, with several, or with the contents of a resource.

    ``metamodel`` is that of their classes; by default, it is made of their packages.
    """
    roots = list(getattr(roots, "contents", roots if isinstance(roots, (list, tuple)) else [roots]))
    if metamodel is None:
        tops = {}
        for root in roots:
            package = root.eClass.ePackage
            while package.eSuperPackage is not None:
                package = package.eSuperPackage
            tops[package] = None
        metamodel = metamodel_from_pyecore(*tops)
    model = Model(metamodel)
    made, order = {}, []

    def make(one):
        package = one.eClass.ePackage
        made[one] = model.create(f"{package.nsURI}#//{one.eClass.name}")
        order.append(one)

    for root in roots:
        make(root)
        for one in root.eAllContents():
            make(one)
        model.roots.append(made[root])
    for one in order:
        for feature in _features(one.eClass):
            value = one.eGet(feature)
            if feature.many:
                if len(value):
                    made[one].eSet(feature.name, [_value(one, feature, v, made) for v in value])
            elif one.eIsSet(feature) or value != feature.get_default_value():
                made[one].eSet(feature.name, _value(one, feature, value, made))
    return model


def _value(one, feature, value, made):
    """A value of PyEcore in the form of this package."""
    if isinstance(value, EProxy):
        if not value.resolved:
            value.force_resolve()
        value = value._wrapped
    if feature.is_reference:
        if value is None:
            return None
        if value not in made:
            raise ValueError(f"{feature.name} of {one} refers to an object outside of the roots")
        return made[value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, EEnumLiteral):
        return value.name
    if isinstance(value, datetime):
        zone = value.strftime("%z") or "+0000"
        return value.strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03d}{zone}"
    return feature.eType.to_string(value)
