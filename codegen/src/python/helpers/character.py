_Character = (
    Annotated[str, Field(min_length=1, max_length=1)]
    | Annotated[int, Field(ge=0, le=65535)]
)
