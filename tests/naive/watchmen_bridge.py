"""The kernel of Watchmen of Destiny plays random games; the naive twin plays them too and must agree.

Chance is read off the kernel's record and told to the twin; choices are told to both. The twin
keeps its own hands, deck, pile, armies and items. Compared are at every decision who decides, what
about and all that is legal, at every round the whole table, at the end the score part by part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tests.naive.watchmen.chance import ImpossibleError
from tests.naive.watchmen.game import play
from tests.naive.watchmen.rules import RACES, Rules
from tests.naive.watchmen.scoring import Score
from tests.naive.watchmen.setup import set_up
from tests.naive.watchmen.table import Asking, Question, Table
from tests.naive.watchmen_record import Kernel, Record

GOLDEN, WORD = 0x9E3779B97F4A7C15, 2**64 - 1


class DisagreementError(AssertionError):
    """Kernel and twin differ: in which game, at which decision, and on what."""


class KernelsChance:
    """How chance came out between decision `at` and the next one (-1: the setup)."""

    def __init__(self, record: Record) -> None:
        self.record, self.at = record, -1
        self._step, self._draws = -1, 0  # numbers drawn since that decision
        public = record.log[0]["public"]
        # The imaginary player may draw through one new deck and into the next, mercenary after mercenary.
        self._many = bool(public["armies"] > public["players"] and record.kernel.rules[0]["mercenaries"])

    def races(self) -> list[str]:
        return self.record.races()

    def items(self) -> list[set[str]]:
        return [self.record.items(0, seat)[0] for seat in range(self.record.kernel.players)]

    def shuffled(self, cards: list[str]) -> list[str]:
        """The cards at the bottom of the deck afterwards, and above them those drawn since.

        Cards drawn into a hand have no order there that matters. Those looked at lie in the order
        they came; of those the imaginary player drew, mercenaries came first and lie on the pile. Where it
        may draw through several decks at once, what is left tells too little, and the kernel's numbers are drawn again.
        """
        record, after = self.record, self.at + 1
        if self._many and self.at >= 0:
            return self._drawn_again(cards)
        left = record.deck(after)[: len(cards)]
        if self.at < 0:
            drawn = [name for seat in range(record.kernel.players) for name in record.hand(0, seat)]
            return left + drawn[::-1]
        gone, last_first = Counter(cards) - Counter(left), []
        for name in (*record.looked_at(after)[::-1], *record.pile(after)[::-1]):
            if gone[name] > 0:
                gone[name] -= 1
                last_first.append(name)
        return left + list(gone.elements()) + last_first

    def _drawn_again(self, cards: list[str]) -> list[str]:
        """The cards as Fisher and Yates's shuffle leaves them, by the numbers the kernel drew."""
        cards = cards[:]
        for i in range(len(cards) - 1, 0, -1):
            j = (self._next() >> 32) * (i + 1) >> 32
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    def _next(self) -> int:
        """The next number of the stream of chance since decision `at` (SplitMix64), in plain whole numbers."""
        if self._step != self.at:
            self._step, self._draws = self.at, 0
        self._draws += 1
        z = int(self.record.log[self.at]["hidden"]["chance"][0]) + self._draws * GOLDEN & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return z ^ z >> 31

    def random_card(self, seat: int, hand: list[str]) -> str:
        """A card that this hand has no longer; of several the one that came onto the pile first."""
        self._next()  # passed over: the kernel drew it for this card
        after = self.at + 1
        gone = Counter(hand) - Counter(self.record.hand(after, seat))
        laid = self.record.pile(after)[-gone.total() :]
        if not gone:
            raise ImpossibleError(f"seat {seat} loses a card at random, of {hand}")
        return next(name for name in (*laid, *gone) if gone[name] > 0)

    def quickest(self, willing: list[int]) -> int:
        """Whose hand has grown."""
        before, after = (self.record.log[i]["public"]["hand_count"] for i in (self.at, self.at + 1))
        grown = [seat for seat in willing if after[seat] > before[seat]]
        if not grown:
            raise ImpossibleError(f"one of the seats {willing} takes the top discard")
        return grown[0]

    def winner(self, tied: list[int]) -> int:
        return int(np.argmin(self.record.rows["rank"]))


def compare(kernel: Kernel, rules: Rules, seed: int, deal: int) -> Record:
    """Play one game on both sides; raises DisagreementError where they first differ."""
    record = kernel.play(seed, deal)
    game = f"{kernel.players} players, {dict(kernel.changes) or 'shipped rules'}, seed {seed}, deal {deal}"
    Match(record, rules, game).play()
    return record


class Match:
    """One game on both sides."""

    def __init__(self, record: Record, rules: Rules, game: str) -> None:
        self.record, self.rules, self.game = record, rules, game
        self.chance = KernelsChance(record)

    def play(self) -> None:
        """Put every choice of the kernel's game to the twin."""
        table = self._allowed(lambda: set_up(self.rules, self.chance))
        twin = self.game_of(table)
        question = self._next(lambda: next(twin))
        for i in range(len(self.record)):
            while isinstance(question, Question) and self._is_forced(i, question):
                question = self._next(lambda q=question: twin.send(q.options[0]))
            if not isinstance(question, Question):
                raise self._differ(i, "the game is over", f"decision {self.record.kind(i)}")
            self._see_question(i, question)
            if question.kind == "item" and question.seat == table.starter:
                self._see_table(i, table)
            self.chance.at = i
            question = self._next(lambda i=i: twin.send(self.record.choice(i)))
        end = len(self.record)
        while isinstance(question, Question) and len(set(question.options)) == 1:
            question = self._next(lambda q=question: twin.send(q.options[0]))
        if isinstance(question, Question):
            raise self._differ(end, f"seat {question.seat}: {question.kind} {question.options}", "the game is over")
        self._see_table(end, table)
        self._see_score(table, question)

    def game_of(self, table: Table) -> Asking[list[Score]]:
        """The twin's game from a table set up."""
        return play(table)

    def _next(self, step: Callable[[], Question]) -> Question | list[Score]:
        """The twin's next question, or at the end its scores."""
        try:
            return self._allowed(step)
        except StopIteration as end:
            return end.value

    def _allowed(self, step: Callable[[], Any]) -> Any:
        try:
            return step()
        except ImpossibleError as error:
            raise self._differ(
                self.chance.at + 1, str(error), f"not so; what follows is {self._what_follows()}"
            ) from error

    def _what_follows(self) -> str:
        """The kernel's next decision."""
        i = self.chance.at + 1
        if i == len(self.record):
            return "the end"
        return f"seat {self.record.seats[i]}: {self.record.kind(i)} {self.record.options(i)}"

    def _is_forced(self, i: int, question: Question) -> bool:
        """Whether the twin asks what the kernel carries out unasked, as there is but one option."""
        if len(set(question.options)) != 1:
            return False
        asked = (self.record.seats[i], self.record.kind(i), self.record.options(i)[:1])
        return asked != (question.seat, question.kind, question.options[:1])

    def _see_question(self, i: int, question: Question) -> None:
        """Seat, kind, and the set of legal options; equal copies of a card are as many on both sides."""
        seat, kind, options = self.record.seats[i], self.record.kind(i), self.record.options(i)
        if (seat, kind) != (question.seat, question.kind):
            raise self._differ(
                i,
                f"seat {question.seat}: {question.kind} {question.options}",
                f"seat {seat}: {kind} {options}",
            )
        twins, kernels = set(question.options), set(options)
        if twins != kernels:
            only = [sorted(map(str, part)) for part in (twins - kernels, kernels - twins)]
            raise self._differ(i, f"seat {seat}: {kind}, only here {only[0]}", f"only here {only[1]}")
        if len(question.options) != len(options):
            raise self._differ(i, f"{len(question.options)} options {question.options}", f"{len(options)} {options}")

    def _see_table(self, i: int, table: Table) -> None:
        """Where every card, tent and item is."""
        twin = {"deck": table.deck, "pile": table.pile, "round": table.round, "last round": table.last_round}
        public = self.record.log[i]["public"]
        kernel = {
            "deck": self.record.deck(i),
            "pile": self.record.pile(i),
            "round": public["round"],
            "last round": public["last_round"],
        }
        for player in table.armies():
            seat = player.seat
            twin[f"army {seat}"] = [(housed.card.name, housed.left) for housed in player.army]
            twin[f"tents {seat}"] = player.tents
            kernel[f"army {seat}"], kernel[f"tents {seat}"] = self.record.army(i, seat), public["tents"][seat]
        for player in table.players:
            seat = player.seat
            twin[f"hand {seat}"], kernel[f"hand {seat}"] = sorted(player.hand), sorted(self.record.hand(i, seat))
            twin[f"items {seat}"], kernel[f"items {seat}"] = (player.items, player.resting), self.record.items(i, seat)
        self._see(i, twin, kernel)

    def _see_score(self, table: Table, scores: list[Score]) -> None:
        """Every part of the score, majorities, places and shares."""
        shared = Counter(score.total for score in scores)[max(score.total for score in scores)]
        winners = sum(merit == max(map(_merit, scores)) for merit in map(_merit, scores))
        for score, row, player in zip(scores, self.record.rows, table.players):
            twin = {
                "vp_prices": score.prices,
                "vp_warriors": score.warriors,
                "vp_doubles": score.doubles,
                "vp_majority": sum(score.majority.values()),
                "score": score.total,
                "hand_gold": score.hand_gold,
                "rank": score.rank,
                "win_share": np.float32(score.share),
                "majority": [score.majority.get(race, 0) for race in RACES],
                "tie_break": shared > winners,
                "ended": table.last_round,
                "rounds": table.round,
                "hand_left": len(player.hand),
                "tents_empty": player.free_tents(),
                "refills": table.refills,
                "dry": table.dry,
            }
            kernel = {name: row[name] for name in twin if name not in ("majority", "ended")}
            kernel["majority"] = row["majority"].tolist()
            kernel["ended"] = row["outcome"] == 0
            seat = f"seat {player.seat} "
            self._see(
                len(self.record),
                {seat + name: value for name, value in twin.items()},
                {seat + name: value for name, value in kernel.items()},
            )

    def _see(self, i: int, twin: Mapping[str, Any], kernel: Mapping[str, Any]) -> None:
        for name in twin:
            if twin[name] != kernel[name]:
                raise self._differ(i, f"{name}: {twin[name]}", f"{name}: {kernel[name]}")

    def _differ(self, i: int, twin: str, kernel: str) -> DisagreementError:
        return DisagreementError(f"{self.game}, decision {i}:\n  twin: {twin}\n  kernel: {kernel}")


def _merit(score: Score) -> tuple[int, int]:
    return score.total, score.hand_gold
