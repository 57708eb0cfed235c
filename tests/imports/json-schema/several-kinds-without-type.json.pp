package several_kinds_without_type

type Sensor {
  attr reading, Data
  attr name, String[1]
}
