package formats_of_text

type Formats {
  attr date, Pattern[/\A\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\z/]
  attr time, Pattern[/\A(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+\-](?:[01]\d|2[0-3]):[0-5]\d)\z/]
  attr moment, Timestamp
  attr mail, Pattern[/\A[^@\s]+@[^@\s]+\z/]
  attr id, Pattern[/\A(?i:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\z/]
  attr ip, Pattern[/\A(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\z/]
  # Format: ipv6.
  attr ip6, String
  attr home, URI
  attr host, Pattern[/\A(?i:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?)(?:\.(?i:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?))*\z/]
  attr pointer, Pattern[/\A(?:\/(?:[^~\/]|~[01])*)*\z/]
  # Format: colour.
  attr other, String
  # Format: uri.
  attr short, String[default, 20]
}
