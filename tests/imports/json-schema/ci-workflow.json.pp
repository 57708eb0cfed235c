package ci_workflow

type Workflow {
  attr name, String
  attr on, Variant[Event, Array[Event, 1, default]] { min => 1 }
  attr env, Hash[String, Variant[String, Float, Boolean]]
  attr jobs, Hash[String, Job]
}

enum Event { push, pull_request, schedule }

type Job {
  # The machine
  attr 'runs-on', String { min => 1 }
  attr needs, String { max => unbound }
  attr 'timeout-minutes', Integer[1, 360] { default => 60 }
  has steps, Step { min => 1, max => unbound }
}

abstract type Step {}

type RunStep inherits Step {
  attr name, String
  attr run, String { min => 1 }
}

type UseStep inherits Step {
  attr name, String
  attr uses, String { min => 1 }
  attr with, Hash[String, Variant[String, Float, Boolean]]
}
