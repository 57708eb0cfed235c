include absent
