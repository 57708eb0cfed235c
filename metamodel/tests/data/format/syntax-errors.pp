type   A { attr x, { }
