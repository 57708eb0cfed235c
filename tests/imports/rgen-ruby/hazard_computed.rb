require 'rgen/metamodel_builder'
require_relative 'other'

VERSION = '1.0'.freeze

class Free < RGen::MetamodelBuilder::MMBase
  has_attr 'name'
end

module Plain
  # Is not exported, since its module is not extended.
  class Thing < RGen::MetamodelBuilder::MMBase
    has_attr 'x', Object
  end
end

module Computed
  extend RGen::MetamodelBuilder::ModuleExtension
  extend Helpers
  LITERALS = [:a, :b]
  Kind = Enum.new(LITERALS)
  Shade = Enum.new([:a, other, 'b', :a])
  Made = Class.new(RGen::MetamodelBuilder::MMBase)
  NAMES = %w[a b].each { |name| puts name }

  class Helper
    def help; end
  end

  class Loops < RGen::MetamodelBuilder::MMBase
    %w[a b].each { |name| has_attr name, String }
    3.times do |n|
      has_attr "n#{n}", Integer
    end
    if VERSION > '1'
      has_attr 'newer', String
    end
    has_attr NAME, String
    has_attr 'typed', self.kind
    has_attr 'numeric', Numeric
    has_attr 'low', String, :lowerBound => LOW
    has_one 'elsewhere', Other::Thing
    has_one 'computed', find(:x)
    has_attr 'inline', RGen::MetamodelBuilder::DataTypes::Enum.new([:x, :y])
    has_attr 'named', RGen::MetamodelBuilder::DataTypes::Enum.new(:name => 'Kind', :literals => [true, false])
    one_to_many 'packages', RGen::ECore::EPackage, 'loops'
    has_one 'any', RGen::MetamodelBuilder::MMBase
    one_to_one 'next', Loops, 'previous', option(:next) => 1
    annotation SOURCE => 'x'
    define_method(:x) { 1 }
    def method; end
    class_eval <<-CODE
      has_attr 'evaluated', String
    CODE
    module ClassModule
      def a_derived; end
      def b_derived; end
    end
  end

  class Elsewhere < Other::Base
    has_attr 'kept', String
  end
  class Chosen < choose(:x)
    has_attr 'kept', String
  end
end
Unknown::Thing.has_attr 'x', String
