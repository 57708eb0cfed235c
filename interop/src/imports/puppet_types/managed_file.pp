package managed_file

# Manages a file, its content and its owner.
#
# - A file has either `content` or `source`.
# - Directories may be managed recursively.
type Managed_file {
  # The path of the file. It must be absolute.
  attr path, Pattern[/\A\//] { min => 1, id => true }
  # What kind of file it is.
  attr ensure, Variant[Boolean, Enum['absent', 'file', 'directory', 'link', 'present', 'false']] {
    check => { if $it !~ String and "${it}" !~ /\Afalse\z/ { 'the value has a wrong form' } },
  }
  # Whether, and where, the old content is kept: `false`, a suffix such as `.bak`, or a bucket.
  attr backup, Variant[Boolean, String]
  # Whether the content of a directory is managed, too.
  attr recurse, Variant[Boolean, Enum['remote']]
  # How deep the recursion is.
  attr recurselimit, Variant[Integer[0], Pattern['^[0-9]+$']]
  # How many files are managed; -1 allows any number.
  attr max_files, Variant[Integer[-1], Pattern['^[0-9]+$', '^-1$']]
  # Whether an existing file gets other content.
  attr replace, Boolean { default => true }
  # Whether a directory may be replaced by a file.
  attr force, Boolean { default => false }
  # Patterns of names that are not managed: one, or a list.
  attr ignore, Variant[String, Array[Data], Boolean[false]]
  # How links are treated.
  attr links, Enum['follow', 'manage'] { default => 'manage' }
  # A command that accepts the new file. `%` is the path of the new content.
  attr validate_cmd, Variant[Pattern[/%/], Array[Data]] {
    check => { if $it =~ Array and !('%' in $it) { '`%` is missing' } },
  }
  # How files are compared.
  attr checksum, Enum['sha256', 'sha512', 'md5', 'mtime', 'ctime', 'none'] { default => 'sha256' }
  # The content. It may also be a checksum in braces.
  attr content, Data
  # Where the content comes from. The first source that exists counts.
  attr source, Variant[Pattern[/\A\//, /\A(file|puppet|http|https):\/./], Array[Pattern[/\A\//, /\A(file|puppet|http|https):\/./]]]
  # The target of a link.
  attr target, Pattern[/\Anotlink\z/, /./]
  # The user, by name or number.
  attr owner, Data {
    check => { if $it =~ ScalarData and (strip("${it}") == '' or "${it}" =~ /\s/) { 'an owner is a name or a number' } },
  }
  # The group, by name or number.
  attr group, Data { check => { if $it == '' or $it == false { 'Invalid group name' } } }
  # The permissions: octal digits in quotes, or letters such as `u=rw,g=r`.
  attr mode, Pattern[/\A0?[0-7]{3,4}\z/, /\A([ugoa]*[-+=][rwxXstugo]*)(,[ugoa]*[-+=][rwxXstugo]*)*\z/]
  attr seluser, Data { check => { if $it =~ String and $it =~ /\s/ { 'no spaces' } } }
  attr selrole, Data { check => { if $it =~ String and $it =~ /\s/ { 'no spaces' } } }
  attr seltype, Data { check => { if $it =~ String and $it =~ /\s/ { 'no spaces' } } }
  invariant 'You cannot specify more than one of content, source, target' { [$self[content], $self[source], $self[target]].filter |$value| { $value != undef }.length <= 1 }
  invariant 'You cannot specify a remote recursion without a source' { $self[source] != undef or $self[recurse] != 'remote' }
  invariant "You cannot specify source when using checksum 'none'" { $self[checksum] != 'none' or $self[source] == undef }
  invariant 'You cannot specify content when using this checksum' { !($self[checksum] in ['none', 'ctime', 'mtime']) or $self[content] == undef }
  invariant 'A link needs a target' { $self[ensure] != 'link' or $self[target] != undef }
}
