"""Effects of things from experiments: made to take, kept from, dealt, seen, drawn; and prices."""
