bindings default {
  bind 'servers' to Service[?? ensure == running] { transformer => |$all| { $all.map |$r| { $r['node'] } } }
}
