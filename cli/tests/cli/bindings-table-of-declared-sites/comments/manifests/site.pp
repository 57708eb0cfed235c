# The site
  site # of
  /* all {
  */
  # nodes
{
  bindings => [ layer { 'site': include => 'confdir:/default?optional' } ]
}
