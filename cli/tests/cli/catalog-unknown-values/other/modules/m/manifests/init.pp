# The same values at other places, and one that is known.
class m (String $known = 'yes', String $given = m::secret('given')) {
  notify { 'plain': message => m::secret('value') }
  notify { 'inside': message => { 'a' => 'known', 'b' => 1, 'c' => [$known, m::secret('value')] } }
}
