require 'rgen/metamodel_builder'

module Trees
  extend RGen::MetamodelBuilder::ModuleExtension
  annotation :source => 'http://www.eclipse.org/emf/2002/Ecore', :details => { 'nsURI' => 'urn:trees', 'nsPrefix' => '' }

  class Tree < RGen::MetamodelBuilder::MMBase
    has_attr 'label', String
  end
end
