type Thing {
  attr kept, String {
    set => |$v| { "${meta[name]}: ${v}" },
    get => |$v| { "${v} of ${meta[container][name]}" },
  }
  attr made, String { derived => |$t| { "${meta[name]} of ${meta[container][name]}" } }
}
