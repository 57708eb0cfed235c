package ends { uri => 'urn:ends' }

# before <b>bold</b> <!-- was </b> --> after <i a=">"/> end
type Commented {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'Commented',
    kind => 'empty',
  }
}

#
# <b>only</b>
type Empty {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'Empty',
    kind => 'empty',
  }
}

# write <b/> <![CDATA[</p>]]> after
type Quoted {
  annotation 'http:///org/eclipse/emf/ecore/util/ExtendedMetaData' {
    name => 'Quoted',
    kind => 'empty',
  }
}
