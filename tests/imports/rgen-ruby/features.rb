require 'rgen/metamodel_builder'
require 'rgen/ecore/ecore'

module Features
  extend RGen::MetamodelBuilder::ModuleExtension
  include RGen::MetamodelBuilder::DataTypes
  annotation :source => 'urn:example:notes', :details => { 'a' => 'b < "c" & d', 'e' => '2' }

  Kind = Enum.new(:name => 'Kind', :literals => [:plain, :Upper])

  module Base
    extend RGen::MetamodelBuilder::ModuleExtension
    class Named < RGen::MetamodelBuilder::MMBase
      abstract
      has_attr 'name', String, :lowerBound => 1
    end
    class Tagged < RGen::MetamodelBuilder::MMBase
      has_many_attr 'tags', String, :unique => false, :ordered => false
      has_many_attr 'numbers', Integer, :upperBound => 3, :lowerBound => 1
    end
  end

  class Item < RGen::MetamodelBuilder::MMMultiple(Base::Named, Base::Tagged)
    annotation :source => 'http://www.eclipse.org/emf/2002/GenModel', :details => { 'documentation' => "An item.\nTwo lines." }
    has_attr 'text'
    has_attr 'long', RGen::MetamodelBuilder::DataTypes::Long, :defaultValueLiteral => '12'
    has_attr 'whole', Integer, :defaultValueLiteral => '7', :changeable => false
    has_attr 'real', Float, :defaultValueLiteral => '1.5'
    has_attr 'truth', Boolean, :defaultValueLiteral => 'true'
    has_attr 'kind', Kind, :defaultValueLiteral => 'plain'
    has_attr 'word', String, { :defaultValueLiteral => 'a word' }
    has_attr 'computed', String, :derived => true
    has_attr 'hidden', String, :transient => true, :volatile => true, :unsettable => true
    has_attr 'symbol', String
    has_attr 'single', String, :upperBound => 5, :unique => false, :ordered => false
    module ClassModule
      def computed_derived
        text.to_s
      end
    end
  end

  class Node < Item
    has_one 'first', Item
    has_many 'others', Item, :upperBound => 4, :lowerBound => 2
    contains_one_uni 'part', Item, :resolveProxies => false
    contains_many_uni 'parts', Item
    one_to_one 'left', Node, 'right'
    one_to_many 'children', Node, 'up', :opposite_lowerBound => 1
    many_to_one 'group', Node, 'members', :opposite_upperBound => 9, :lowerBound => 1
    many_to_many 'friends', Node, 'friendsOf', :opposite_ordered => false
    contains_one 'body', Item, 'bodyOf'
    contains_many 'arms', Item, 'armOf' do
      annotation :source => 'urn:example:own', :details => { 'end' => 'own' }
      opposite_annotation :source => 'urn:example:other', :details => { 'end' => 'other' }
    end
  end
end

Features::Base::Named.has_many 'uses', Features::Item
