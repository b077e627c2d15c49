"""The shared play: every kind of decision, answered by a taste."""

from dataclasses import replace

from simcore.games.haversack.codes import D_MOVE, D_RECRUIT, K_PASS, K_RETURN
from simcore.jit import helper, hot_helper
from simcore.scratch import stack_array
from strategies.contract import strategy
from strategies.haversack._move import choose_move
from strategies.haversack._recruit import choose_recruit
from strategies.haversack._worth import ALL, WORTH, fill_worths, item_price, replay_worth

HARDLY = 1e-3  # an act for nothing is no worse than none, but Items are not spent on it


@helper
def choose_act(rules, public, options, count, weights, worth):
    """The best act at a distance, if it is worth its Item."""
    best, choice = HARDLY, count - 1
    for i in range(count):
        option = options[i]
        if option.kind == K_PASS:
            continue
        value = replay_worth(option.c, weights) if option.kind == K_RETURN else worth[option.c]
        value -= item_price(rules, public, option.b + 1, weights)
        if value > best:
            best, choice = value, i
    return choice


@hot_helper
def decide(rules, public, private, options, count, weights):
    """Index of the option to choose, for every kind of decision."""
    if public.decision == D_RECRUIT:
        return choose_recruit(rules, public, options, count, weights)
    worth = stack_array(WORTH, ALL)
    fill_worths(rules, public, public.board[public.seat], weights, worth)
    if public.decision == D_MOVE:
        return choose_move(rules, public, private, options, count, weights, worth)
    return choose_act(rules, public, options, count, weights, worth)


def by_taste(module, idea, weights):
    """The strategy of a module that leaves every decision to the shared play: only its weights are its own."""
    name = module.rpartition(".")[2].replace("_", "-")
    return replace(strategy("haversack", name=name, idea=idea, weights=weights)(_by_taste), source=module)


def _by_taste(rules, public, private, options, count, weights, stream):
    """Every decision by worth; the weights say what is worth how much."""
    return decide(rules, public, private, options, count, weights)
