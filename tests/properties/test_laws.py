"""Whatever the rules: all is conserved, and every option offered can be carried out."""

import random

import pytest
from hypothesis import given

from tests.properties.laws import Books
from tests.properties.world import World, every, fixed, starts
from tests.sizes import examples


def check_course(start, engine=None):
    """Every law holds before every decision on the way to the middle of the game, and after each of its options."""
    books = Books(World.dealt(start.title, start.players, start.changes, start.seed))
    if engine is not None:
        books.world.engine = engine(books.world.engine)
    rng = random.Random(start.seed)
    for _ in range(start.steps):
        count = books.check()
        before = books.copy()
        books.apply(rng.randrange(count))
        if books.world.seat < 0:
            books.check()
            books = before
            break
    for index in range(books.check()):
        tried = books.copy()
        tried.world.options()
        tried.apply(index)
        tried.check()


@examples(25)
@given(starts("watchmen"))
def test_watchmen(start):
    check_course(start)


@examples(25)
@given(starts("haversack"))
def test_haversack(start):
    check_course(start)


def loses_a_card(engine):
    """The top discard gets lost now and then."""

    def apply(rules, state, option):
        engine.apply(rules, state, option)
        if state["public"]["pile_count"] == 7:
            state["public"]["pile_count"] = 6

    return engine._replace(apply=apply)


def finds_a_token(engine):
    """A Warrior too many lies in a bag."""

    def apply(rules, state, option):
        engine.apply(rules, state, option)
        if state["private"][0]["bag"][1] == 1:
            state["private"][0]["bag"][1] = 2

    return engine._replace(apply=apply)


def offers_one_twice(engine):
    """The last option is listed once more."""

    def options(rules, state, buffer):
        count = engine.options(rules, state, buffer)
        buffer[count] = buffer[count - 1]
        return count + 1

    return engine._replace(options=options)


def offers_what_nobody_can_pay(engine):
    """A menu with two options or more has one for another number of what the last one is about."""

    def options(rules, state, buffer):
        count = engine.options(rules, state, buffer)
        if count > 1:
            buffer[count] = buffer[count - 1]
            buffer[count]["b"] = 9
        return count + (count > 1)

    return engine._replace(options=options)


def offers_nothing(engine):
    """In the second round there is nothing to do."""

    def options(rules, state, buffer):
        return 0 if state["public"]["round"] == 2 else engine.options(rules, state, buffer)

    return engine._replace(options=options)


@pytest.mark.parametrize(
    ("title", "fault", "words"),
    [
        ("watchmen", loses_a_card, "every card in play is in exactly one place"),
        ("watchmen", offers_one_twice, "offered twice"),
        ("watchmen", offers_what_nobody_can_pay, "paid in full"),
        ("watchmen", offers_nothing, "there is no option"),
        ("haversack", finds_a_token, "every Guardian token"),
        ("haversack", offers_one_twice, "offered twice"),
        ("haversack", offers_nothing, "there is no option"),
    ],
)
def test_a_fault_is_seen(title, fault, words):
    with pytest.raises(AssertionError, match=words):
        every(fixed(title, 6), lambda start: check_course(start, fault))
