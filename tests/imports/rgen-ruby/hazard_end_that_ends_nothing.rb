require 'rgen/metamodel_builder'

module Shop
  extend RGen::MetamodelBuilder::ModuleExtension

  class Order < RGen::MetamodelBuilder::MMBase
    has_attr 'number', Integer
  end
end
end
