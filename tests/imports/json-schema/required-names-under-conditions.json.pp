package required_names_under_conditions

type Deployment {
  has headers, DeploymentHeaders
  has target, DeploymentTarget
}

type DeploymentHeaders {
  attr 'x-name', String
  attr 'x-nam2', Data { min => 1 }
  attr 'x-other', Data { min => 1 }
}

type DeploymentTarget {
  attr host, String
  attr mode, String
  attr hosts, Data { min => 1 }
  attr modes, Data { min => 1 }
  attr mod, Data { min => 1 }
}
