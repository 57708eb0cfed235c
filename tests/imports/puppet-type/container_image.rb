require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  :name => 'container_image',
  :desc => 'An image of containers.',
  :attributes => {
    :ensure => { :type => 'Enum[present, absent]', :default => 'present' },
    :title_name => { :type => 'Pattern[/\A[a-z0-9\/._-]+\z/]', :behaviour => :namevar },
    :version => { :type => 'Variant[String[1], Integer, Undef]', :desc => 'The tag.' },
    :labels => { :type => 'Optional[Hash[String, Variant[String, Integer]]]', :desc => 'Labels.' },
    :auth => {
      :type => 'Optional[Struct[{ user => String[1], Optional[password] => String, "realm" => Optional[String] }]]',
      :desc => 'How to log in.',
      :behaviour => :parameter,
    },
    :layers => { :type => 'Tuple[String, Integer, 1, default]', :behaviour => :read_only },
    :size => { :type => 'Float[0.0]', :behaviour => :read_only },
    :checked => { :type => 'Boolean', :default => false },
    :registry => { :type => 'Optional[Stdlib::HTTPUrl]', :behaviour => :init_only },
    :secret => { :type => 'Optional[Sensitive[String]]' },
  },
  :autorequires => { :file => '$auth_file', :service => ['docker', 'containerd'] }
)
