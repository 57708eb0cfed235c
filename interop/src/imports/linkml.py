"""LinkML's verdicts: for each line `SCHEMA TAB CLASS TAB DOCUMENT` of a file one line `valid` or `invalid`."""
import json
import logging
import sys
import warnings

from linkml.validator import Validator
from linkml.validator.plugins import JsonschemaValidationPlugin

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
validators = {}
for line in open(sys.argv[1], encoding="utf-8"):
    schema, name, document = line.rstrip("\n").split("\t")
    if schema not in validators:
        plugins = [JsonschemaValidationPlugin(closed=True)]
        validators[schema] = Validator(schema, validation_plugins=plugins)
    with open(document, encoding="utf-8") as file:
        results = validators[schema].validate(json.load(file), name).results
    print("invalid" if results else "valid")
