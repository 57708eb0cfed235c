package chart_values

type Values {
  attr replicaCount, ValuesReplicaCount
  has image, ValuesImage { min => 1 }
  has service, ValuesService
  has ingress, ValuesIngress
  has resources, ValuesResources
  has nodeSelector, ValuesNodeSelector { max => unbound }
  attr extra, ValuesExtra
}

type ValuesImage {
  attr repository, String { min => 1 }
  attr tag, String
  attr pullPolicy, ValuesImagePullPolicy
}

type ValuesService {
  attr type, ValuesServiceType
  attr port, Integer[1, 65535] { min => 1 }
  attr annotations, Hash[String, String]
}

type ValuesIngress {
  attr enabled, Boolean
  has hosts, ValuesIngressHostsItem { max => unbound }
}

type ValuesResources {
  attr limits, Hash[String, Variant[Integer, Pattern['\\A[0-9]+(m|Mi|Gi)?\\z']]]
  attr requests, Hash[String, Variant[Integer, Pattern['\\A[0-9]+(m|Mi|Gi)?\\z']]]
}

enum ValuesImagePullPolicy { Always, IfNotPresent, Never }

enum ValuesServiceType { ClusterIP, NodePort }

type ValuesIngressHostsItem {
  attr host, Pattern[/\A(?i:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?)(?:\.(?i:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?))*\z/] {
    min => 1,
  }
  attr paths, String { min => 1, max => unbound, unique => false }
}

datatype ValuesReplicaCount { base => Integer[0, 100] }

type ValuesNodeSelector {
  instance_class => 'java.util.Map$Entry'
  annotation 'urn:modelwright:language' { type => 'Hash[String, String]' }
  attr key, String { min => 1 }
  attr value, String { min => 1 }
}

datatype ValuesExtra { base => Data }
