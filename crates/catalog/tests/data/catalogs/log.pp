warning('w') err('e') info('i') debug('d') alert('al') crit('c') emerg('em') notice([1,2], {a=>1})
