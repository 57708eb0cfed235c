as it was
