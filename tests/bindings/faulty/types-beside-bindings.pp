bindings x { bind 'a' to 1 }

type A { attr a, String }

package b {}
