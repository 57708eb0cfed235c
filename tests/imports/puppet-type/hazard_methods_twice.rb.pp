package hazard_methods_twice

type Hazard_methods_twice {
  annotation 'urn:modelwright:puppet' {
    type => 'hazard_methods_twice',
    include => "Puppet::Util::Checksums\nPuppet::Util::Backups",
    'method []' => "def [](key)\n    @values[key]\n  end",
    'method []=' => "def []=(key, value)\n    @values[key] = value\n  end",
    'method title' => "def title\n    self[:name]\n  end",
    'method title=' => "def title=(text)\n    self[:name] = text\n  end",
    'method flush_all' => "def self.flush_all; end\ndef flush_all\n    self.class.flush_all\n  end",
  }
  attr name, String {
    min => 1,
    id => true,
    annotation 'urn:modelwright:puppet' { kind => 'parameter', namevar => 'true' },
  }
  attr mode, Data {
    annotation 'urn:modelwright:puppet' {
      kind => 'property',
      'method insync?' => "def insync?(is)\n      is == should\n    end\ndef insync?(is)\n      super\n    end",
    },
  }
}
