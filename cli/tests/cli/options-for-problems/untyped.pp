package notes {
  type Note { attr text }
}
