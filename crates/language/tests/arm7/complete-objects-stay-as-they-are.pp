type Thing { attr a, Integer attr bs, Integer { max => unbound } }
