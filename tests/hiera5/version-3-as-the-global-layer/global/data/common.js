{"a": "json", "j": 1, "list": ["json"], "h": {"j": 1}}
