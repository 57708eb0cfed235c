$encoding => 'ISO-8859-1'

package odd { uri => 'urn:example:odd' }

type 'Größe' {}
