type A { attr x String }
