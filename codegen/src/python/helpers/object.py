class _Object(BaseModel):
    model_config = ConfigDict(
        extra="forbid", strict=True, populate_by_name=True, protected_namespaces=()
    )
