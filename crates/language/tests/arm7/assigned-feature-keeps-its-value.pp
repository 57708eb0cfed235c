# A setter that assigns the feature decides its value; one that assigns others gives the value as usual.
type Thing {
  attr own, Integer { set => |$v| { $own = $v + 1 $v + 100 } }
  attr other, Integer { set => |$v| { $seen = $v $v + 100 } }
  attr seen, Integer { setable => false }
  attr nothing, Integer { set => |$v| { $nothing = undef $v } }
}
