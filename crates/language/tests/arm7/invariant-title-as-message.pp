# The title is the message where the invariant says no.
type File {
  attr ensure, enum[present, absent]
  attr content, String
  invariant "Can not specify ensure => absent, and content at the same time" {
    !($ensure == absent and $content != undef)
  }
}
