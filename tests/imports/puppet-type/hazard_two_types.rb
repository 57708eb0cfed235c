# A local variable of one type is none of the next, and does not hide a constant of the file.
LIMIT = 10

Puppet::Type.newtype(:first_type) do
  step = 5
  newparam(:name, namevar: true) do
    munge { |value| value.to_i * step }
  end
end

Puppet::Type.newtype(:second_type) do
  newparam(:name, namevar: true) do
    munge { |value| value.step(LIMIT).first }
  end
end
