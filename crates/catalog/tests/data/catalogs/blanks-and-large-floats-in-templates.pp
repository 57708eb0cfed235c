notice(inline_template("<%= \"a\u00a0b c\".split.length %> <%= 10000000000000000.0.to_i %> <%= 1000000000000000000.5.floor %>"))
notice(inline_template('<%= "a  b".split(" ").join("-") %> <%= %w(a b).length %>'))
notice(Variant <= Any, versioncmp('1.0-', '1.0', true))
