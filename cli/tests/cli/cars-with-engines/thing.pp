[Car.new({ anything => [1, { a => b }] }), Car.new({ thing => 'x' })]
