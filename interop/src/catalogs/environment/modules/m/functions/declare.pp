# A function that declares resources and includes classes.
function m::declare(String $message, String $title) {
  include m::leaf
  notify { $title: message => $message }
  "declared ${title}"
}
