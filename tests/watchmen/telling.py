"""What the tellers say of a table set up by hand."""

from simcore.games.watchmen import describe


def asked(table):
    return describe.decision(table.ruleset, table.state)


def offered(table):
    count = len(table.options())
    return [describe.option(table.ruleset, table.state, option) for option in table.buffer[:count]]


def seen(table, seat=None):
    return describe.table(table.ruleset, table.state, table.seat if seat is None else seat)


def told(table, act, *arguments):
    """Lines about what happens while something is done at a table (a method of it, or a function), choice by choice."""
    lines, plain = [], table.choose

    def choose(*choice):
        before = table.state.copy()
        plain(*choice)
        lines.extend(describe.events(table.ruleset, before, table.state))

    table.choose = choose
    (getattr(table, act) if isinstance(act, str) else act)(*arguments)
    table.choose = plain
    return lines
