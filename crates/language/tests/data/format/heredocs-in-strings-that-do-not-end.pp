$a = "x ${@(A)} y
| A
z"
