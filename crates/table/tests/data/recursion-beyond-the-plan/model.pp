package files { uri => 'urn:test:files', prefix => 'f' }

type Folder {
  attr name, String { min => 1 }
  has folders, Folder { max => unbound }
  has files, File { max => unbound }
}

type File {
  attr name, String { min => 1 }
  has versions, File { max => unbound }
}
