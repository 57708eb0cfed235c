_Float64 = (
    Annotated[float, Field(allow_inf_nan=False)]
    | Literal["NaN", "Infinity", "-Infinity"]
)
