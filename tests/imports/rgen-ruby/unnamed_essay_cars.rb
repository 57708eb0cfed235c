require 'rgen/metamodel_builder'

module MyModel
  # Let RGen know this module is a model
  extend RGen::MetamodelBuilder::ModuleExtension

  EngineEnum = RGen::MetamodelBuilder::DataTypes::Enum.new([:combustion, :electric, :hybrid])
  ExtraEquipmentEnum = RGen::MetamodelBuilder::DataTypes::Enum.new([
    :gps, :stereo, :sun_roof, :metallic
  ])
  FuelTypeEnum = RGen::MetamodelBuilder::DataTypes::Enum.new(:name => 'FuelTypeEnum', :literals => [:diesel, :petrol, :etanol])

  # What makes it easy to check whether an object is one of
  # "MyModel".
  #
  class MyModelElement < RGen::MetamodelBuilder::MMBase
    # It has no instances.
    abstract
  end

  class Engine < MyModelElement
    abstract
  end

  class Car < MyModelElement
    # The kind of its engine.
    has_attr 'engine_kind', EngineEnum
    has_attr 'doors', Integer
    has_attr 'steering_wheel', String
    has_attr 'wheels', Integer
    has_many_attr 'extras', ExtraEquipmentEnum
    contains_one 'engine', Engine, 'in_car'
  end

  class CombustionEngine < Engine
    has_attr 'fuel', FuelTypeEnum
  end

  class ElectricalEngine < Engine
    has_attr 'charge_time_h', Integer
  end

  class ServiceOrder < MyModelElement
    has_one 'serviced_engine', Engine
  end
end
