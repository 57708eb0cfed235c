class stdlib { }
