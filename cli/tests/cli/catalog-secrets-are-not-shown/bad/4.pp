$s = lookup('n::key')
fail("the key is ${s}")
