require 'rgen/metamodel_builder'

module Shop
  extend RGen::MetamodelBuilder::ModuleExtension

  class Order < RGen::MetamodelBuilder::MMBase
    has_attr 'number', Integer, :defaultValueLiteral => '4294967296'
    has_attr 'place', Long, :defaultValueLiteral => '4294967296'
  end
end
