ensure_packages(['a', 'b'])
node one { }
node two { ensure_packages(5) }
node three { ensure_packages(['c', '']) }
node four { ensure_packages({ 'd' => {} }, { 'ensure' => 'latest' }) }
