# No value: there are no objects of some classes.
_Nothing = Annotated[str, Field(min_length=1, max_length=0)]
