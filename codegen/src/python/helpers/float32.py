_Float32 = (
    Annotated[float, Field(gt=-3.4028235677973366e38, lt=3.4028235677973366e38)]
    | Literal["NaN", "Infinity", "-Infinity"]
)
