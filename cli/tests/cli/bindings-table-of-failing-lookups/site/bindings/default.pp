bindings default { bind 'port' to 3 }
