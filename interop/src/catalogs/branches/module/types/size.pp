# A number of what is limited.
type Thing::Size = Integer[0, 4096]
