# -*- coding: utf-8 -*-
require 'rgen/metamodel_builder'

=begin
A module whose names are words of the language.
=end
module Hazard
  extend RGen::MetamodelBuilder::ModuleExtension
  annotation :source => 'http://www.eclipse.org/emf/2002/Ecore', :details => { 'nsURI' => "urn:'example\"", 'nsPrefix' => 'h', 'more' => "a\nb" }
  class Class < RGen::MetamodelBuilder::MMBase
    has_attr 'type', ::String, :defaultValueLiteral => 'it\'s "x" \\ #{y}'
    has_attr 'attr', ::Integer
    has_attr "odd 'name'\n::x", ::String
    has_one 'self', Class
    # Not code: }
    # 'quoted' "text" \ and é
    has_one 'package', String
  end
  class String < RGen::MetamodelBuilder::MMBase; end
  class HTTPServer < RGen::MetamodelBuilder::MMBase; end
  class HttpServer < HTTPServer
    has_one 'server', HTTPServer
    has_attr 'kind', DataTypes::Enum.new(:name => 'class', :literals => [:'', :type, :"a'b", :true])
    annotation :source => 'http://www.eclipse.org/emf/2002/GenModel', :details => { 'documentation' => "  kept \r as it is\n" }
  end
end
