warning('w') err('e') info('i') debug('d') alert('al') crit('c') emerg('em') notice([1,2], {a=>1})
#----
# Definitions are loaded, although nothing uses them, before the first statement is evaluated.
notice('a')
define unused($tag = undef) { notify { $title: } }
class holder($noop = undef) {
  define inner($audit = undef) { notify { $title: } }
}
Unused<| |>
#----
notice('a')
define rejected($loglevel = undef, $alias) { notify { $title: } }
