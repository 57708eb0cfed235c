# The form of values in the answers of all scripts. Each of them defines `other`, for values that JSON does not have.
def form(value)
  case value
  when Hash then value.to_h { |k, v| [k.is_a?(String) ? k : "#{k.class}:#{k}", form(v)] }
  when Array then value.map { |item| form(item) }
  when Float
    if value.nan? then { float: 'nan' }
    elsif value.infinite? then { float: value.positive? ? 'inf' : '-inf' }
    else value
    end
  # The parts of an unpacked array may be in US-ASCII, which only Ruby distinguishes from UTF-8.
  when String then value.encoding == Encoding::BINARY ? { bytes: value.unpack1('H*') } : value
  when nil, true, false, Integer then value
  else other(value)
  end
end
