type   A { attr raw, String { get => |$v| { @("END") } } }
    ${v} in a heredoc
    | END
