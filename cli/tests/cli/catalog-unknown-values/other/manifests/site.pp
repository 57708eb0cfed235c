class { 'm': known => 'no', given => m::secret('given') }
