notice(inline_template('<% a = []; a[9223372036854775806] = 1 %><%= a.length %>'))
