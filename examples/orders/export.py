"""Writes the orders of a day, as a program does that knows no metamodel."""

import json

export = {
    "version": 3,
    "made": "2026-11-28T08:00:00Z",
    "rates": {"USD": 1.08, "SEK": 11.4},
    "people": [{"id": "p1", "name": "Zoe", "email": "zoe@example.org"}],
    "orders": [
        {
            "id": "o1",
            "amount": 19.90,
            "currency": "EUR",
            "discount": "2.5 %",
            "state": "paid",
            "person": "p1",
            "payment": {"kind": "Card", "number": "4711"},
        },
        {"id": "o2", "amount": 39.8, "person": "p1", "payment": {"paid": 40}},
    ],
}
print(json.dumps(export))
