class a { notify { 'x': } 
