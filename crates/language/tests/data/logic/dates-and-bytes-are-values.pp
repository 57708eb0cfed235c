package events { uri => 'urn:events' }

datatype Day { base => Timestamp }

type Event {
  attr start, Timestamp { check => { $it >= Timestamp('2026-01-01') } }
  attr end, Timestamp
  attr days, Day { max => unbound, check => $it =~ Timestamp[default, '2030-01-01'] }
  attr opened, Timestamp { default => '2026-01-02' }
  attr key, EByteArray { check => $it.length <= 4 }
  attr moment, Variant[Timestamp, Integer]
  attr by_day, Hash[Timestamp, String]
  attr length, String {
    derived => true,
    get => { if $start =~ Timestamp and $end =~ Timestamp { ($end - $start).strftime('%H:%M') } }
  }
  attr next, Timestamp { derived => true, get => { if $start != undef { $start + 86400 } } }
  attr wrong, Timestamp { derived => true, get => { 5 } }
  invariant 'the end is after the start' { $end == undef or $start == undef or $end > $start }
}
