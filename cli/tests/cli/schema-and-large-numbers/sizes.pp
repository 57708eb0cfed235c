package sizes { uri => 'urn:example:sizes' }
type Box { attr size, EBigInteger attr share, EBigDecimal }
