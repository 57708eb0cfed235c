# The name of a site: labels with dots between them.
type Webserver::Name = Pattern[/\A[a-z0-9-]+(\.[a-z0-9-]+)+\z/]
