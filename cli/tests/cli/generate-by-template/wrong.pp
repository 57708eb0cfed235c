type A { attr x, Nothing }
