bindings x {
  bind parameters ntp to {
        autoupdate  => false,
        enable      => true,
        servers     => [
          "0.us.pool.ntp.org iburst",
          "1.us.pool.ntp.org iburst",
          "2.us.pool.ntp.org iburst",
          "3.us.pool.ntp.org iburst"
          ]
  }
  bind parameters ntp to { autoupdate => false }
  bind parameters ntp to { enable => true }
  # bind the parameters of Web[one] resource to the resource Sql[one]
  # and map the parameters from Sql[one].
  #
  bind parameters Web[one] to Sql[one] {
    map => {dbuser => user, dbpass => pass }
  }
  bind map Web to Sql {
    key_in_Web => key_in_Sql
  }
  bind parameters Web[one] to Sql[one]
  bind parameters Web[one] to DbUserInfo[general]
  bind map X to Z {
    b => b,
    c => c
  }
  bind map X to Y [a, b]
  bind parameters X to Z[some_z]
  bind parameters Web[one] to optional LimitedServices[web]
  bind parameters Web[one] to Sql[?? name == one]
}
