# A plan with syntax that manifests do not have.
plan m::go(TargetSpec $nodes) {
  $result = catch_errors() || {
    run_task('x', $nodes, value => lookup('used_by_plan'))
  }
  apply($nodes) { include m }
}
