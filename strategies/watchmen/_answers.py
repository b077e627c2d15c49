"""Smaller decisions: single cards to take, give or lay back, Ninja calls, Owls."""

from simcore.games.watchmen.state import K_CHOOSE, K_USE
from simcore.jit import helper, hot_helper
from strategies.watchmen._cards import held, look
from strategies.watchmen._pay import choose_payment, richest
from strategies.watchmen._taste import CALL
from strategies.watchmen._turn import find_pass


@helper
def best_card(rules, public, options, count, eye, weights):
    """Index of the card most worth having in hand."""
    best = 0
    most = -1e9
    for i in range(count):
        if options[i].kind == K_CHOOSE:
            value = held(rules, options[i].a, eye, weights)
            if value > most:
                best = i
                most = value
    return best


@helper
def worst_card(rules, public, options, count, eye, weights):
    """Index of the card least worth having in hand."""
    best = 0
    least = 1e9
    for i in range(count):
        if options[i].kind == K_CHOOSE:
            value = held(rules, options[i].a, eye, weights)
            if value < least:
                best = i
                least = value
    return best


@helper
def lay_back(rules, public, options, count):
    """Index of the card to lay on the deck next, the last on top; price and gold count alike.

    Before the own draw (an item's search) the best comes last; after an Assassin's look the next
    to draw is an opponent, so the best goes deepest.
    """
    sign = -1 if public.item >= 0 else 1
    best = 0
    most = -99
    for i in range(count):
        value = sign * (rules.price[options[i].a] + rules.gold[options[i].a])
        if value > most:
            best = i
            most = value
    return best


@hot_helper
def call_value(rules, public, eye, weights):
    """Worth of the top discard to the one who may call Ninja; 0 when its last turn is over."""
    if public.pile_count == 0 or (public.last_round and public.had_turn[public.seat]):
        return 0.0
    return held(rules, public.pile[public.pile_count - 1], eye, weights)


@helper
def call_ninja(public, options, count):
    """Index of the call by the Ninja with most actions left."""
    best = 0
    most = 0
    for i in range(count):
        if options[i].kind == K_USE and public.left[public.seat, options[i].a] > most:
            best = i
            most = public.left[public.seat, options[i].a]
    return best


@hot_helper
def answer_ninja(rules, public, options, count, eye, weights):
    """Index of a call if the top discard is worth an action; the bar sinks as the end nears."""
    bar = weights[CALL] * (0.5 + eye.early)
    if call_value(rules, public, eye, weights) < bar:
        return find_pass(options, count)
    return call_ninja(public, options, count)


@hot_helper
def pay(rules, public, options, count, liked, weights):
    """Index of the next card to lay, or of stopping as soon as the price is paid.

    Cards with more gold go first, so that Ninjas find the cheapest on top.
    """
    need = public.price - public.paid
    if need <= 0:
        return find_pass(options, count)
    best = richest(rules, options, count, need)
    if best >= 0:
        return best
    return choose_payment(rules, options, count, need, look(rules, public, liked), weights)
