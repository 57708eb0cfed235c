package managed_file

# Manages a file, its content and its owner.
#
# - A file has either `content` or `source`.
# - Directories may be managed recursively.
#
# Not expressed, in Ruby:
#     [:owner, :group].each do |type|
#       autorequire(type == :owner ? :user : :group) { self[type] }
#     end
#
# `validate`, in Ruby:
#     creator_count = 0
#     CREATORS.each do |param|
#       creator_count += 1 if self.should(param) || (self[param] if param == :source)
#     end
#     self.fail "You cannot specify more than one of #{CREATORS.collect(&:to_s).join(', ')}" if creator_count > 1
#     self.fail "You cannot specify a remote recursion without a source" if !self[:source] && self[:recurse] == :remote
#     self.fail "You cannot specify source when using checksum 'none'" if self[:checksum] == :none && !self[:source].nil?
#     SOURCE_ONLY_CHECKSUMS.each do |checksum_type|
#       self.fail "You cannot specify content when using checksum '#{checksum_type}'" if self[:checksum] == checksum_type && !self[:content].nil?
#     end
type Managed_file {
  annotation 'urn:modelwright:puppet' {
    type => 'managed_file',
    'method title_patterns' => "def self.title_patterns\n    [[/^(\\/|.+:\\/|.*[^\\/])\\/*\\Z/m, [[:path]]]]\n  end",
    'autorequire file' => "request = []\n    request << File.dirname(self[:path]) if self[:path]\n    request << self[:target] if self[:target] && self[:target] != :notlink\n    request",
    'definition CREATORS' => 'CREATORS = [:content, :source, :target].freeze',
    'definition SOURCE_ONLY_CHECKSUMS' => 'SOURCE_ONLY_CHECKSUMS = [:none, :ctime, :mtime].freeze',
  }
  # The path of the file. It must be absolute.
  #
  # `munge`, in Ruby:
  #     value.start_with?('//') && File.basename(value) == '/' ? value : File.expand_path(value)
  attr path, Pattern[/\A(\/|[A-Za-z]:[\/\\]|\\\\)/] {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  # What kind of file it is.
  attr ensure, Variant[Boolean, Enum['absent', 'file', 'directory', 'link', 'present', 'false']] {
    check => { if $it !~ String and "${it}" !~ /\Afalse\z/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      nodefault => 'nodefault',
      'alias false' => 'absent',
    },
  }
  # Whether, and where, the old content is kept: `false`, a suffix such as `.bak`, or a bucket.
  #
  # `munge`, in Ruby:
  #     case value
  #     when false, 'false', :false then false
  #     when true, 'true', '.puppet-bak', :true then '.puppet-bak'
  #     when String then value
  #     else
  #       self.fail "Invalid backup type #{value.inspect}"
  #     end
  attr backup, Data {
    default => 'false',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether the content of a directory is managed, too.
  #
  # `munge`, in Ruby:
  #     newval = super(value)
  #     case newval
  #     when :true then true
  #     when :false then false
  #     when :remote then :remote
  #     else
  #       self.fail "Invalid recurse value #{value.inspect}"
  #     end
  attr recurse, Data {
    annotation 'urn:modelwright:puppet' { kind => 'parameter', values => 'true, false, remote' },
  }
  # How deep the recursion is.
  #
  # `munge`, in Ruby:
  #     newval = super(value)
  #     case newval
  #     when Integer then value
  #     when /^\d+$/ then Integer(value)
  #     else
  #       self.fail "Invalid recurselimit value #{value.inspect}"
  #     end
  attr recurselimit, Variant[Integer[0], Pattern['^[0-9]+$']] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # How many files are managed; -1 allows any number.
  attr max_files, Variant[Integer, Pattern['^[0-9]+$', '^-1$']] {
    check => { if $it !~ String and "${it}" !~ /^[0-9]+$/ and "${it}" !~ /^-1$/ { 'the value has a wrong form' } },
    annotation 'urn:modelwright:puppet' { kind => 'parameter', default => '0' },
  }
  # Whether an existing file gets other content.
  attr replace, Boolean {
    default => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Whether a directory may be replaced by a file.
  attr force, Boolean {
    default => false,
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # Patterns of names that are not managed: one, or a list.
  #
  # `validate`, in Ruby:
  #     unless value.is_a?(Array) || value.is_a?(String) || value == false
  #       self.devfail "Ignore must be a string or an Array"
  #     end
  attr ignore, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # How links are treated.
  attr links, Enum['follow', 'manage'] {
    default => 'manage',
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # A command that accepts the new file. `%` is the path of the new content.
  attr validate_cmd, Data {
    check => { if $it =~ String and $it !~ Pattern['%'] { '`%` is missing' } },
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # How files are compared.
  #
  # The default, in Ruby:
  #     defaultto { Puppet[:digest_algorithm].to_sym }
  attr checksum, Enum['sha256', 'sha512', 'md5', 'mtime', 'ctime', 'none'] {
    annotation 'urn:modelwright:puppet' { kind => 'parameter' },
  }
  # The content. It may also be a checksum in braces.
  #
  # `munge`, in Ruby:
  #     value.is_a?(String) ? value.dup : value
  attr content, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      attr_reader => 'attr_reader :actual_content',
    },
  }
  # Where the content comes from. The first source that exists counts.
  #
  # `validate`, in Ruby:
  #     sources = [sources] unless sources.is_a?(Array)
  #     sources.each do |source|
  #       next if Puppet::Util.absolute_path?(source)
  #       begin
  #         uri = URI.parse(URI::DEFAULT_PARSER.escape(source))
  #       rescue => detail
  #         self.fail "Could not understand source #{source}: #{detail}"
  #       end
  #       self.fail "Cannot use relative URLs '#{source}'" unless uri.absolute?
  #       self.fail "Cannot use opaque URLs '#{source}'" unless uri.hierarchical?
  #       self.fail "Cannot use URLs of type '#{uri.scheme}' as source for fileserving" unless %w[file puppet http https].include?(uri.scheme)
  #     end
  attr source, Data { annotation 'urn:modelwright:puppet' { kind => 'parameter' } }
  # The target of a link.
  attr target, Pattern[/\Anotlink\z/, /./] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The user, by name or number.
  attr owner, Data {
    check => { if $it =~ ScalarData and "${it}" =~ Pattern['\\A\\s*\\z'] or $it =~ ScalarData and "${it}" =~ Pattern['\\s'] { 'an owner is a name or a number' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The group, by name or number.
  attr group, Data {
    check => { if $it =~ Boolean[false] or $it =~ Enum[''] { "Invalid group name '${it}'" } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # The permissions: octal digits in quotes, or letters such as `u=rw,g=r`.
  #
  # `munge`, in Ruby:
  #     value =~ /\A\d+\z/ ? value.rjust(4, '0') : value
  attr mode, Pattern[/\A0?[0-7]{3,4}\z/, /\A([ugoa]*[-+=][rwxXstugo]*)(,[ugoa]*[-+=][rwxXstugo]*)*\z/] {
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # What the part `seluser` of the context is.
  attr seluser, Data {
    check => { if $it =~ Pattern['\\s'] { 'no spaces' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # What the part `selrole` of the context is.
  attr selrole, Data {
    check => { if $it =~ Pattern['\\s'] { 'no spaces' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  # What the part `seltype` of the context is.
  attr seltype, Data {
    check => { if $it =~ Pattern['\\s'] { 'no spaces' } },
    annotation 'urn:modelwright:puppet' { kind => 'property' },
  }
  invariant 'A link needs a target' { !($self['ensure'] =~ Enum['link'] and $self['target'] == undef) }
}
