node default { include web }
File { owner => 'root' }
