package shop { uri => 'urn:example:shop:1', prefix => 's' }

type Port = Integer[1, 2000]

type Name = String[2, 10]

enum Color { green as 'grün', red, white }

type Size = String[1, 5]

type Item { attr color, Color attr port, Port attr name, Name attr size, Size }
