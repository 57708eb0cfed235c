site {
  bindings => [
   layer { 'site':    include => "confdir:/default" },
   layer { 'enc':     include => "enc:" },
   layer { 'external': include => "my_ldap:" },
   layer { 'resolutions': include => "module:/X::resolutions" },
   layer { 'modules':
     include => [
       "module:/*::default",
       "module:/MySpecial::load_balanced",
     ],
     exclude => [
       "module:/myspecial::default"
     ]
   }
  ]
}
