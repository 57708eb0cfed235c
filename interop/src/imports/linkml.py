"""LinkML's verdicts: a line for each line `SCHEMA TAB CLASS TAB DOCUMENT` of the standard input, empty for a valid document."""
import json
import logging
import sys
import warnings

from linkml.validator import Validator
from linkml.validator.plugins import JsonschemaValidationPlugin

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
validators = {}
for line in sys.stdin.read().splitlines():
    schema, name, document = line.split("\t")
    if schema not in validators:
        plugins = [JsonschemaValidationPlugin(closed=True)]
        validators[schema] = Validator(schema, validation_plugins=plugins)
    results = validators[schema].validate(json.loads(document), name).results
    print("=" + " ".join(result.message.replace("\n", " ") for result in results))
