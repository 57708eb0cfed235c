notice(template('m/../../../../etc/passwd'))
#----
notice(template('/etc/passwd'))
#----
notice(template('../templates/x.erb'))
#----
notice(epp('m/../x.epp'))
#----
notice(epp('/etc/passwd'))
#----
notice(epp('m//etc/passwd'))
#----
notice(file('/etc/passwd'))
#----
notice(file('m/../../x'))
#----
notice(inline_template('<%= File.read("/etc/passwd") %>'))
#----
notice(inline_template('<%= scope.function_template(["../x.erb"]) %>'))
#----
notice(inline_template('<%= `id` %> <%= system("id") %>'))
#----
notice(inline_template('<%= eval("1") %>'))
#----
notice(inline_template('<%= @x.instance_eval("1") %>'))
