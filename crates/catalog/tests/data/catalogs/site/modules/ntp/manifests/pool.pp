# Only a collector uses this. Its parameter has the name of a metaparameter.
define ntp::pool ($tag = undef) {
  notify { $title: }
}
