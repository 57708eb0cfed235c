package patterns_with_escaped_slashes

type Paths {
  attr escaped, Pattern[/\A[^\/~]+\z/]
  attr plain, Pattern[/\A[^\/~]+\z/]
  attr both, Pattern[/\Aa\/b\/c\z/]
  attr backslash, Pattern[/\A\\\/b\z/]
  attr branch, Pattern[/\A[^\/~\^\: \[\]\\]+(\/[^\/~\^\: \[\]\\]+)*\z/]
  attr several, Variant[Pattern['\\A\\/a'], Integer]
}
