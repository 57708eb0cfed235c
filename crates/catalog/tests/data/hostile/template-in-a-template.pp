$text = '<%= scope.function_inline_template([@text]) %>' notice(inline_template($text))
