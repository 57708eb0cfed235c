# First.

first

second third

;

 # Above the last.

last
