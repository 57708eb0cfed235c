bindings default {
  multibind Array[String], 'a' as 'a' { uniqe => true, flaten => true }
  bind 'b' to 1 { singelton => false, select_results => 1 }
}
