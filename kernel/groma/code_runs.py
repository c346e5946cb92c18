"""How often code has run in this kernel: what was found out about its values before may not hold any more."""

count = 0


def note():
    global count
    count += 1
