define mytype {}
class ourapp {}
notice(defined('mytype'), defined('ourapp'), defined('unknown'), defined('file'))
