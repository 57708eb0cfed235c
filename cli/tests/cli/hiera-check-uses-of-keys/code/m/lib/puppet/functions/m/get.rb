# "unused" in a comment is no use.
Puppet::Functions.create_function(:'m::get') do
  def get
    call_function('lookup', ["used_by_ruby"]) + call_function(:lookup, [:used_by_symbol])
    call_function('lookup', "used#by_ruby_#{closure_scope['x']}")
    %w[used_by_words].each { |key| closure_scope.call_function('lookup', [key]) }
  end
end
