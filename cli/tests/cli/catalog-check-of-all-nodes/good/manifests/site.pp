notify { "the role is ${facts['role']}": }
