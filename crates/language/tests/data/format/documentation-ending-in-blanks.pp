# Not a documentation.   

# A type.   
type   A {
  # Ends in blanks.  
  attr a,   String # behind   
}
