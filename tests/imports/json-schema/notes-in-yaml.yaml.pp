package notes_in_yaml

type Note {
  attr text, String[1] { min => 1 }
  attr tags, Pattern[/\A\w+\z/] { max => unbound, unique => false }
  attr main, Pattern[/\A\w+\z/]
}
