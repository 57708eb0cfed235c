require "rgen/metamodel_builder"
module Cut
  extend RGen::MetamodelBuilder::ModuleExtension
  class A < RGen::MetamodelBuilder::MMBase
    has_attr "x", String
  end
