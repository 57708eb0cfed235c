type A { attr x, { }
