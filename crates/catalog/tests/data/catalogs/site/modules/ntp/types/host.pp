type Ntp::Host = Pattern[/^[a-zA-Z0-9-]+$/]
