notice(inline_epp('x', { 'A' => 1 }))
#----
notice(inline_epp('x', { '1' => 1 }))
#----
notice(inline_epp('x', { '1a' => 1 }))
#----
notice(inline_epp('x', { 'a b' => 1 }))
#----
notice(inline_epp('<%= $_a %>', { '_a' => 1 }))
#----
notice(inline_epp('x', { '' => 1 }))
#----
notice(inline_epp('<%= $facts %>', { 'facts' => 5 }))
#----
notice(inline_epp('x', { 'server_facts' => 1 }))
#----
notice(inline_epp('<%- | $trusted | -%>x', { 'trusted' => 1 }))
#----
notice(inline_epp('<%= $title %> <%= $name %>', { 'title' => 5, 'name' => 'q' }))
