package broken { uri => 'urn:broken', prefix => 'b' }

type A {
  attr open, Pattern[/(/]
  attr fine, Pattern[/(?i:a)/]
}
