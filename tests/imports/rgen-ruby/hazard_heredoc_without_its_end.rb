require 'rgen/metamodel_builder'

module Shop
  extend RGen::MetamodelBuilder::ModuleExtension
  NOTE = <<TEXT
    Orders of a customer.
end
