site {
  categories {
    node        => $::fqdn,
    environment => true,
    # What a node is for, by its name.
    role        => case $::hostname {
      /^web\d+$/:          { 'web' }
      /^db\d+$/, 'ledger': { 'database' }
      'clock':             { 'clock' }
      default:             { undef }
    },
  }
  bindings => [
    layer { 'site': include => ['confdir:/default', 'confdir:/experiment?optional'] },
    layer { 'modules': include => 'module:/*::default' }
  ]
}
