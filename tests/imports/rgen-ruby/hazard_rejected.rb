require 'rgen/metamodel_builder'
module Rejected
  extend RGen::MetamodelBuilder::ModuleExtension
  class Loops < RGen::MetamodelBuilder::MMBase
    has_attr 'unknown', String, :colour => 'red'
    has_attr 'wrong', Loops
    contains_many 'no_role', Loops
  end
end
