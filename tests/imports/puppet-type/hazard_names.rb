Puppet::Type.newtype(:class) do
  newparam(:name)
  newparam(:'it''s "odd"') { newvalues("a'b", "c\nd", 'e\f') }
  newproperty(:attr) { desc "a
  # b */ \r c" }
  newproperty(:self) { newvalues(:type, :undef, :default) ; defaultto :undef }
  newproperty(:self) { newvalues(:other) }
  newproperty(:"x::y")
  newparam(NAME) { }
  newvalue(:x)
  [:a, :b].each { |name| newparam(name) }
  provide(:x) { }
end
Puppet::Type.newtype(:CLASS) { newparam(:name) }
Puppet::Type.newtype(NAME) { newparam(:name) }
Puppet::Type.type(:file).newproperty(:extra) { }
def helper; end
