package editor_settings

# Editor Settings
type EditorSettings {
  attr 'editor.fontSize', Float[6.0, 100.0] { default => 14.0 }
  attr 'editor.tabSize', Variant[Integer[2, 2], Integer[3, 3], Integer[4, 4], Integer[8, 8]]
  attr 'editor.rulers', Variant[Integer, EditorSettingsEditorRulersItemOption2] { max => unbound }
  attr 'files.exclude', Hash[String, Boolean]
  attr 'files.eol', EditorSettingsFilesEol
  attr 'workbench.theme', String
  has '[markdown]', EditorSettingsMarkdown
}

type EditorSettingsEditorRulersItemOption2 {
  attr column, Integer { min => 1 }
  attr color, String
}

enum EditorSettingsFilesEol { literal as "\n", literal2 as "\r\n", auto }

type EditorSettingsMarkdown {
  attr 'editor.wordWrap', EditorSettingsMarkdownEditorWordWrap
}

enum EditorSettingsMarkdownEditorWordWrap { off, on }
