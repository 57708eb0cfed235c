package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Port = Integer[1, 1000]

type Name = String[1, 10]

enum Color { red, green as 'g', blue }

enum Size { small, large }

type Item { attr color, Color attr port, Port attr name, Name attr size, Size }
