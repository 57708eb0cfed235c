# The resource type with the same name precedes this alias.
type Web::Vhost = Integer
