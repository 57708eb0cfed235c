

# only


# comments

