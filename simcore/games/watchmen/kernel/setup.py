"""The start of a game: races, deck, hands of at least 5 gold, items."""

from simcore.games.watchmen.kernel.cards import draw_cards, gold_in_hand, weigh_races
from simcore.games.watchmen.kernel.scoring import NOT_PLAYED
from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.kernel.turns import READY, VARIANT2, begin_round
from simcore.games.watchmen.state import (
    CARDS,
    CASTES,
    ITEMS,
    LOOK,
    NECKLACE,
    RACES,
    SEATS,
    TENTS,
    TRACK,
    WATCHMEN,
)
from simcore.jit import njit
from simcore.stream import CHANCE, DEAL, below, shuffle

FIRST_EXCLUSIVE = 11
"""Items from here on are Kickstarter exclusives, put in place of another item (ruling G6)."""


@njit()
def clear_table(state):
    """Empty the table and what lies hidden."""
    public, hidden = state.public, state.hidden
    state.leader = state.goal_seat = -1
    public.seat = public.decision = public.starter = public.turn = 0
    public.round = public.last_round = public.deck_count = public.pile_count = public.longest = 0
    public.actions_left = public.hires_left = public.coins = public.discount = 0
    public.free_tents = public.hired = public.converted = public.price = public.paid = public.buying = public.laid = 0
    public.necklace = public.item = public.actor = public.target = public.named = public.card = public.using = -1
    for card in range(CARDS):
        public.pile[card] = -1
        hidden.deck[card] = -1
    for item in range(ITEMS):
        public.item_at[item] = -1
    for race in range(RACES):
        public.race_in[race] = 0
    hidden.asked = hidden.order = 0
    hidden.seen_from = CARDS
    hidden.wait = -1
    for i in range(3):
        public.swap[i] = 0


@njit()
def clear_seat(state, seat):
    """Empty one seat's place at the table and its hand."""
    public, private = state.public, state.private[seat]
    public.hand_count[seat] = public.tents[seat] = public.army_count[seat] = public.points[seat] = 0
    public.had_turn[seat] = public.immune[seat] = public.poisoned[seat] = 0
    public.played[seat] = public.resting[seat] = -1
    state.hidden.call[seat] = 0
    for place in range(TENTS):
        public.army[seat, place] = -1
        public.left[seat, place] = 0
    for race in range(RACES):
        public.race_count[seat, race] = 0
    public.tally[seat] = public.odd[seat] = public.some[seat] = 0
    public.gain[seat] = public.denied[seat] = public.ready[seat] = 0
    private.hand_count = private.look_count = 0
    for card in range(CARDS):
        private.hand[card] = -1
    # loops of their own become one fill each
    for card in range(CARDS):
        private.seen_hand[card] = -1
    for place in range(CARDS):
        private.seen_deck[place] = -1
    for item in range(ITEMS):
        private.items[item] = 0
    for i in range(LOOK):
        private.look[i] = -1


@njit()
def clear_counts(stats):
    """Set one seat's counts to nothing."""
    for item in range(ITEMS):
        stats.items_dealt[item] = stats.items_played[item] = stats.items_drafted[item] = 0
        stats.effects_used[item] = stats.effects_suffered[item] = 0
    for i in range(TRACK):
        stats.item_by_round[i] = -1
        stats.vp_by_round[i] = NOT_PLAYED
    for caste in range(CASTES):
        stats.actions_used[caste] = stats.mercenaries_used[caste] = stats.mercenaries_paid[caste] = 0
    stats.hires = stats.first_hire = stats.tents_bought = stats.tents_free = stats.cards_drawn = 0
    stats.gold_paid = stats.gold_over = stats.coins_gained = stats.coins_spent = 0
    stats.ninja_gold = stats.ninja_asked = stats.ninja_lost = stats.ninja_lost_gold = 0
    stats.shield_reactions = stats.effects_blocked = 0
    stats.refills = stats.dry = stats.lead_changes = 0


@njit()
def choose_races(rules, state):
    """The races in play: those named, or drawn for this deal (Setup 1)."""
    # the deck serves as scratch for the draw; build_deck fills it afterwards
    scratch = state.hidden.deck
    for i in range(RACES):
        scratch[i] = rules.race_choice[i] if rules.race_fixed else i
    if not rules.race_fixed:
        shuffle(state.hidden.deal, scratch, RACES)
    for i in range(rules.races):
        state.public.race_in[scratch[i]] = 1


@njit()
def build_deck(rules, state):
    """Shuffle the Watchmen of the races in play, and the mercenaries if they are used."""
    public, deck = state.public, state.hidden.deck
    count = 0
    for race in range(RACES):
        if public.race_in[race]:
            for i in range(rules.card_count[race]):
                deck[count] = race * (WATCHMEN // RACES) + i
                count += 1
    for i in range(CARDS - WATCHMEN):
        if rules.mercenary_in[i]:
            deck[count] = WATCHMEN + i
            count += 1
    for i in range(count, CARDS):
        deck[i] = -1
    shuffle(state.hidden.deal, deck, count)
    public.deck_count = count


@njit()
def deal_items(rules, state):
    """The Necklace to the first player, the other items face down to all (Setup 4 and 5)."""
    public = state.public
    if public.players > 2:
        public.necklace = 0
        public.item_at[NECKLACE] = 0
        state.stats[0].items_dealt[NECKLACE] = 1
    # the pile serves as scratch: nothing has been discarded yet
    scratch = public.pile
    count = 0
    for item in range(NECKLACE + 1, FIRST_EXCLUSIVE):
        if rules.item_in[item]:
            scratch[count] = item
            count += 1
    shuffle(state.hidden.deal, scratch, count)
    dealt = rules.items_each * public.players
    # two players who deal out every item can tell what the other holds
    known = public.players == 2 and dealt == count
    for item in range(FIRST_EXCLUSIVE, ITEMS):
        if rules.item_in[item]:
            replace_one(state, scratch, dealt, item)
            known = False
    for i in range(dealt):
        give_item(state, i % public.players, scratch[i], known)
    for i in range(ITEMS):
        scratch[i] = -1


@njit()
def replace_one(state, items, dealt, exclusive):
    """Put an exclusive item in place of a dealt base item drawn by chance (ruling G6)."""
    place = below(state.hidden.deal, dealt)
    while items[place] >= FIRST_EXCLUSIVE:
        place = (place + 1) % dealt
    items[place] = exclusive


@njit()
def give_item(state, seat, item, known):
    """Deal one item face down; `known` if everybody can tell who has it."""
    state.private[seat].items[item] = READY
    state.stats[seat].items_dealt[item] = 1
    if known:
        state.public.item_at[item] = seat


@njit(SIGNATURES.start)
def start(rules, state, keys):
    """Set a game up from the streams of its deal and run on to the first decision."""
    state.hidden.deal[0] = keys[DEAL]
    state.hidden.chance[0] = keys[CHANCE]
    clear_table(state)
    for seat in range(SEATS):
        clear_seat(state, seat)
        clear_counts(state.stats[seat])
    public = state.public
    public.players = rules.players
    public.armies = rules.players
    if rules.players == 2 and rules.two_player == VARIANT2:
        public.armies = 3
        public.tents[2] = rules.army_goal
    weigh_races(state)
    choose_races(rules, state)
    build_deck(rules, state)
    for seat in range(public.players):
        while gold_in_hand(rules, state, seat) < rules.start_gold and public.deck_count > 0:
            draw_cards(rules, state, seat, 1)
        state.stats[seat].cards_drawn = 0
    deal_items(rules, state)
    begin_round(rules, state)
