import 'nodes/*.pp'
