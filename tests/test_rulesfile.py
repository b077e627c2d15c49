"""Reading rules files: what is refused and how, layers, sources, export; shown on Watchmen of Destiny."""

import copy
import os
import tomllib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simcore.errors import MeepleError
from simcore.fields import accept, expected, flag, from_words, shown, suggestion, text, whole, wholes, word, words
from simcore.games.watchmen.rules import SHIPPED, load_rules, tables
from simcore.ruleset import Schema, Table
from simcore.rulesexport import export_rules
from simcore.rulesfile import load
from simcore.rulesvalues import switches_table, values_table

SHIPPED_TEXT = SHIPPED.read_text()
SHIPPED_RAW = tomllib.loads(SHIPPED_TEXT)


@pytest.fixture
def rules_file(tmp_path):
    def write(content):
        path = tmp_path / "mine.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def complete_with(old, new):
    assert SHIPPED_TEXT.count(old) >= 1, f"{old!r} is not in the shipped file"
    return SHIPPED_TEXT.replace(old, new, 1)


BROKEN = {
    "syntax": ("base = watchmen", r"mine.toml: not valid TOML: Invalid value \(at line 1, column 8\)"),
    "same row twice": ('base = "watchmen"\n[item.spook]\n[item.spook]', "not valid TOML: .*line 3"),
    "same value twice": ('base = "watchmen"\n[rules]\ntie = "random"\ntie = "shared"\n\n', "not valid TOML: .*line 4"),
    "nested too deeply": ("a = " + "[" * 5000, "not valid TOML: nested too deeply"),
    "too many digits": (f"a = {'9' * 5000}", "not valid TOML"),
    "not UTF-8": (b'name = "\xff"', "not UTF-8 text"),
    "too big": (b"#" * ((1 << 20) + 1), "bigger than 1 MiB"),
    "empty": ("", "no game named"),
    "other game": ('game = "haversack"', "game = 'haversack': expected \"watchmen\""),
    "other base": ('base = "chess"', "base = 'chess': expected \"watchmen\""),
    "format": ('base = "watchmen"\nformat = 2', "format = 2: expected 1"),
    "format true": ('base = "watchmen"\nformat = true', "format = true: expected 1"),
    "unknown part": ('base = "watchmen"\n[itms.spook]', "unknown key itms; did you mean item?"),
    "part no table": ('base = "watchmen"\nitem = 3', r"item = 3: expected a table, such as \[item\]"),
    "row no table": ('base = "watchmen"\n[item]\nspook = [1]', "item.spook = a list of 1: expected a table"),
    "unknown item": ('base = "watchmen"\n[item.spok]\ndraw = 1', "unknown key item.spok; did you mean spook?"),
    "unknown race": ('base = "watchmen"\n[card.rabit.A1]\nprice = 1', "unknown key card.rabit; did you mean rabbit?"),
    "unknown field": ('base = "watchmen"\n[item.spook]\ndrw = 1', "unknown key item.spook.drw; did you mean draw?"),
    "unknown switch": ('base = "watchmen"\n[rules]\ndeckout = 1', "unknown key rules.deckout; did you mean deck_out?"),
    "strange key": ('base = "watchmen"\n"a b" = 1', "unknown key 'a b'; expected one of: format, game"),
    "strange card": ('base = "watchmen"\n[card.cat."A 1"]\nprice = 1', "card.cat.'A 1': expected a name"),
    "word": (
        'base = "watchmen"\n[rules]\ntie = "shred"',
        "rules.tie = 'shred': expected one of: shared, random; did you",
    ),
    "caste": ('base = "watchmen"\n[card.cat.A1]\ncaste = "thief"', "card.cat.A1.caste = 'thief': expected one of: war"),
    "effect": ('base = "watchmen"\n[item.anvil]\neffect = "hit"', "item.anvil.effect = 'hit': expected one of: none"),
    "diamond": ('base = "watchmen"\n[item.anvil]\ndiamond = "blue"', "expected one of: none, white, red"),
    "truth for number": (
        'base = "watchmen"\n[item.anvil]\ndraw = true',
        "draw = true: expected a whole number from 0 to",
    ),
    "number for truth": ('base = "watchmen"\n[rules]\nmercenaries = 1', "mercenaries = 1: expected true or false"),
    "text for number": (
        'base = "watchmen"\n[item.anvil]\ndraw = "4"',
        "item.anvil.draw = '4': expected a whole number",
    ),
    "fraction": ('base = "watchmen"\n[item.anvil]\ndraw = 4.0', "item.anvil.draw = 4.0: expected a whole number"),
    "not a number": ('base = "watchmen"\n[item.anvil]\ndraw = nan', "item.anvil.draw = nan: expected a whole number"),
    "infinite": ('base = "watchmen"\n[item.anvil]\ndraw = -inf', "item.anvil.draw = -inf: expected a whole number"),
    "date": ('base = "watchmen"\n[item.anvil]\ndraw = 2020-01-01', "item.anvil.draw = 2020-01-01: expected a whole"),
    "negative": ('base = "watchmen"\n[card.cat.A1]\nprice = -1', "card.cat.A1.price = -1: expected .* from 0 to 30"),
    "large": ('base = "watchmen"\n[card.cat.A1]\nprice = 31', "card.cat.A1.price = 31: expected .* from 0 to 30"),
    "huge": (f'base = "watchmen"\n[card.cat.A1]\nprice = 0x{"f" * 5000}', "price = a huge number: expected"),
    "long text": (
        f'base = "watchmen"\n[item.anvil]\nname = "{"a" * 61}"',
        r"a\.\.\.: expected printable text of 0 to 60",
    ),
    "control": ('base = "watchmen"\n[item.anvil]\nname = "a\\u0007"', "expected printable text"),
    "list length": (
        'base = "watchmen"\n[structure]\nraces = [3, 4]',
        "races = a list of 2: expected a list of 4 whole",
    ),
    "list entry": ('base = "watchmen"\n[structure]\nraces = [3, 4, 5, 7]', "from 1 to 6; 7 is not allowed"),
    "list of lists": ('base = "watchmen"\n[rules]\nraces = [["owl"]]', "a list of 1 is not allowed"),
    "list twice": ('base = "watchmen"\n[rules]\nraces = ["owl", "owl"]', "none of them twice"),
    "players": ('base = "watchmen"\n[item.anvil]\nplayers = [1, 2]', "from 2 to 5; 1 is not allowed"),
    "source": (
        'base = "watchmen"\n[item.anvil]\ndraw = 4\nsource = "me"',
        'anvil.draw = \'me\': expected "rulebook", "ass',
    ),
    "source no url": ('base = "watchmen"\n[item.anvil]\ndraw = 4\nsource = "public:ftp"', "'public:ftp': expected"),
    "source no text": (
        'base = "watchmen"\n[item.anvil]\ndraw = 4\nsource = 3',
        "source of item.anvil.draw = 3: expected",
    ),
    "source of what": ('base = "watchmen"\n[item.anvil]\nsource = "rulebook"', "has a source but no value"),
    "source no field": ('base = "watchmen"\n[item.anvil]\nsource = {drw = "rulebook"}', "did you mean draw?"),
    "source no value": (
        'base = "watchmen"\n[item.anvil]\nsource = {gold = "rulebook"}',
        "anvil.gold, which has no value",
    ),
    "short name": ('base = "watchmen"\n[sources]\nrulebook = "public:https://a.org"', "cannot be a short name"),
    "short name bad": ('base = "watchmen"\n[sources]\nsite = "a.org"', "source of sources.site = 'a.org': expected"),
    "note": (
        'base = "watchmen"\n[item.anvil]\ndraw = 4\nnote = 4',
        "note of item.anvil.draw = 4: expected printable text",
    ),
    "tries rule": ('base = "watchmen"\n[worth_trying]\n"item.*.draw" = "1-3"', 'expected a list, or a step such as "'),
    "tries nothing": ('base = "watchmen"\n[worth_trying]\n"item.*.drw" = "+-1"', "'item.*.drw' matches no key"),
    "tries pattern": ('base = "watchmen"\n[worth_trying]\n"[a]" = "+-1"', "expected a key, such as"),
    "tries value": ('base = "watchmen"\n[worth_trying]\n"item.*.draw" = [99]', "expected a whole number from 0 to 20"),
    "tries kind": ('base = "watchmen"\n[worth_trying]\n"rules.tie" = "+-1"', "expected a list for rules.tie"),
    "item missing": (complete_with("[item.spook]", "[item.anvil2]"), "unknown key item.anvil2; did you mean anvil?"),
    "value missing": (complete_with("max_tents = 7", ""), "mine.toml: structure.max_tents is missing"),
    "switch missing": (complete_with('tie = "shared"', ""), "mine.toml: rules.tie is missing"),
    "card missing": (
        complete_with("N2 = { caste", "# N2 = { caste"),
        r"template.T1 has 11 cards \(W1, W2.*\); expected",
    ),
    "card value missing": (complete_with("price = 6, gold = 1, ", "price = 6, "), "N1.gold is missing"),
}


@pytest.mark.parametrize(("content", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_gives_one_clear_line(rules_file, content, message):
    path = rules_file(content)
    with pytest.raises(MeepleError, match=message) as caught:
        load_rules(path)
    line = str(caught.value)
    assert "\n" not in line
    assert len(line) < 500
    assert str(path) in line


def test_whole_parts_missing(rules_file):
    raw = {key: value for key, value in SHIPPED_RAW.items() if not isinstance(value, dict)}
    text_ = "\n".join(f"{key} = {value if isinstance(value, int) else repr(value)}" for key, value in raw.items())
    with pytest.raises(MeepleError, match=r"structure\.races is missing"):
        load_rules(rules_file(text_))
    without_item = (
        SHIPPED_TEXT[: SHIPPED_TEXT.index("[item.spook]")] + SHIPPED_TEXT[SHIPPED_TEXT.index("[item.shield]") :]
    )
    with pytest.raises(MeepleError, match=r"item\.spook\.name is missing"):
        load_rules(rules_file(without_item.replace('"item.spook.cards" = [2]', "")))


class TestPaths:
    def test_missing(self, tmp_path):
        with pytest.raises(MeepleError, match="no such file"):
            load_rules(tmp_path / "none.toml")

    def test_folder(self, tmp_path):
        with pytest.raises(MeepleError, match="a folder"):
            load_rules(tmp_path)

    def test_no_regular_file(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(MeepleError, match="no regular file"):
            load_rules(tmp_path / "pipe")

    def test_unreadable(self, rules_file, monkeypatch):
        def refuse(*_args):
            raise PermissionError(13, "Permission denied")

        path = rules_file(SHIPPED_TEXT)
        monkeypatch.setattr("pathlib.Path.open", refuse)
        with pytest.raises(MeepleError, match=r"mine.toml: cannot be read: Permission denied"):
            load_rules(path)

    def test_windows_file(self, rules_file):
        content = b"\xef\xbb\xbf" + SHIPPED_TEXT.replace("\n", "\r\n").encode()
        assert load_rules(rules_file(content)).digest == load_rules().digest


class TestTyped:
    @pytest.mark.parametrize(
        ("key", "value", "held"),
        [
            ("deck_out", "at_5_left", "at_5_left"),
            ("rules.deck_out", "at_5_left", "at_5_left"),
            ("mercenaries", "True", True),
            ("item.spook.draw", "2", 2),
            ("structure.start_gold", "+6", 6),
            ("structure.races", "3, 4,5,[6]".replace("[", "").replace("]", ""), [3, 4, 5, 6]),
            ("structure.items_each", "[2, 3, 2, 2]", [2, 3, 2, 2]),
            ("races", "cat,owl,dog", ["owl", "dog", "cat"]),
            ("races", "random", "random"),
            ("mercenary.cat.gold", "2", 2),
            ("card.rabbit.A1.price", "4", 4),
            ("template.T2.A1.price", "4", 4),
        ],
    )
    def test_values(self, key, value, held):
        ruleset = load_rules(None, {key: value})
        place = ruleset.data
        for part in (key if "." in key else f"rules.{key}").split("."):
            place = place[part]
        assert place == held

    @pytest.mark.parametrize(
        ("key", "value", "message"),
        [
            ("deckout", "at_5_left", r"--set 'deckout': unknown key; did you mean deck_out\?"),
            ("item.spok.draw", "2", r"--set 'item.spok.draw': unknown key; did you mean item.spook.draw\?"),
            ("card.rabbit.A 1.price", "2", "unknown key"),
            ("", "2", "unknown key"),
            ("item.spook", "2", "unknown key"),
            ("item.spook.draw", "two", "--set item.spook.draw='two': expected a whole number from 0 to 20"),
            ("item.spook.draw", "2.0", "expected a whole number"),
            ("item.spook.draw", "9" * 5000, r"='9*\.\.\.: expected a whole number"),
            ("item.spook.draw", "-1", "expected a whole number from 0 to 20"),
            ("mercenaries", "yes", "--set rules.mercenaries='yes': expected true or false"),
            ("tie", "shred", r"did you mean shared\?"),
            ("races", "owl,owl,cat", "none of them twice"),
            ("races", "owl,dragon,cat", "'dragon' is not allowed"),
            ("item.spook.name", "a\tb", "expected printable text"),
        ],
    )
    def test_bad(self, key, value, message):
        with pytest.raises(MeepleError, match=message) as caught:
            load_rules(None, {key: value})
        assert "\n" not in str(caught.value)

    def test_two_keys_for_one_value(self):
        with pytest.raises(MeepleError, match=r"--set rules\.tie: given twice, as 'random' and 'shared'"):
            load_rules(None, {"tie": "random", "rules.tie": "shared"})

    def test_what_is_typed_is_assumed(self):
        ruleset = load_rules(None, {"structure.start_gold": "6"})
        value = next(value for value in ruleset.values if value.key == "structure.start_gold")
        assert (value.value, value.source) == (6, "assumed")
        assert value in ruleset.assumed()

    def test_what_is_typed_as_it_was_changes_nothing(self):
        ruleset = load_rules(None, {"structure.start_gold": "5", "item.spook.draw": "1", "template.A1.price": "5"})
        assert ruleset.digest == load_rules().digest
        assert ruleset.overrides == {}

    def test_typed_over_a_file(self, rules_file):
        path = rules_file('base = "watchmen"\n[item.spook]\ndraw = 3\nactions = 3\nsource = "rulebook"')
        ruleset = load_rules(path, {"item.spook.draw": "4"})
        sources = {value.key: value.source for value in ruleset.values}
        assert (sources["item.spook.draw"], sources["item.spook.actions"]) == ("assumed", "rulebook")
        with pytest.raises(MeepleError, match=r"mine.toml with --set: structure.army_goal = 9"):
            load_rules(path, {"structure.army_goal": "9"})


class TestLayers:
    def test_a_new_value_loses_its_old_source_and_note(self, rules_file):
        ruleset = load_rules(rules_file('base = "watchmen"\n[rules]\nmercenary_gold = 2\n[item.spook]\ndraw = 1'))
        assert "rules.mercenary_gold" not in ruleset.data["notes"]
        assert "item.spook.draw" not in ruleset.data["sources"]

    def test_source_for_all_or_by_field(self, rules_file):
        one = '[item.spook]\ndraw = 1\nactions = 3\nsource = "site"\nnote = "seen"'
        two = '[item.spook]\ndraw = 1\nactions = 3\nsource = { draw = "site", actions = "public:https://a.org/b" }'
        two += '\nnote = { draw = "seen", actions = "seen" }'
        head = 'base = "watchmen"\n[sources]\nsite = "public:https://a.org/b"\n'
        both = [load_rules(rules_file(head + each)) for each in (one, two)]
        assert both[0].digest == both[1].digest
        assert both[0].data["sources"]["item.spook.draw"] == "public:https://a.org/b"

    def test_alternatives(self, rules_file):
        head = 'base = "watchmen"\n[worth_trying]\n"item.anvil.draw" = [2, 4, 6]\n"item.*.players" = [[2, 3]]\n'
        tries = {value.key: value.worth_trying for value in load_rules(rules_file(head)).values}
        assert tries["item.anvil.draw"] == (2, 6)  # the longer pattern rules, and 4 is what it is
        assert tries["item.letter.draw"] == (1, 3)
        assert tries["item.letter.players"] == ()  # known from the rulebook
        assert tries["item.energy_stone.players"] == ([2, 3],)
        assert tries["template.T1.W3.gold"] == (1, 2)
        assert tries["rules.ninja_order"] == ("clockwise", "reverse")

    def test_layout_does_not_change_the_digest(self, rules_file):
        def turned(table):
            return {key: turned(each) if isinstance(each, dict) else each for key, each in reversed(table.items())}

        def lines(table, prefix=""):
            for key, each in table.items():
                name = f"{prefix}.{key}" if prefix else key
                if isinstance(each, dict) and prefix != "worth_trying":
                    yield from lines(each, name)
                elif prefix == "worth_trying":
                    yield f'worth_trying."{key}" = {each!r}'
                else:
                    yield f"{name} = {str(each).lower() if isinstance(each, bool) else repr(each)}"

        other = "\n".join(lines(turned(SHIPPED_RAW)))
        assert load_rules(rules_file(other)).digest == load_rules().digest

    def test_digest_differs_where_content_does(self, rules_file):
        digests = [load_rules(None, {key: value}).digest for key, value in [("tie", "random"), ("max_rounds", "41")]]
        digests.append(load_rules(rules_file('base = "watchmen"\nname = "other"')).digest)
        digests.append(load_rules(rules_file('base = "watchmen"\n[rules]\nnote = { tie = "why" }')).digest)
        assert len({load_rules().digest, *digests}) == 5
        assert all(len(digest) == 12 and int(digest, 16) >= 0 for digest in digests)

    def test_name(self, rules_file):
        assert load_rules(rules_file('base = "watchmen"\nname = "Mine"')).name == "Mine"
        assert load_rules(rules_file('base = "watchmen"')).name == load_rules().name
        assert load_rules(rules_file(complete_with('name = "Watch', '#name = "Watch'))).name == "Watchmen of Destiny"


SWITCH_VALUES = [
    (switch.key, choice)
    for switch in load_rules().switches
    for choice in (switch.choices if switch.key != "races" else ("random",)) or (switch.low, switch.high)
    if switch.key != "owl_gold_per_action"  # its highest values bring more coins than a turn can hold
]


class TestExport:
    def same(self, rules_file, ruleset):
        again = load_rules(rules_file(export_rules(ruleset)))
        assert again.digest == ruleset.digest
        assert again.data == ruleset.data
        assert again.values == ruleset.values

    @pytest.mark.parametrize(("key", "value"), SWITCH_VALUES)
    def test_every_switch_comes_back(self, rules_file, key, value):
        self.same(rules_file, load_rules(None, {key: str(value).lower() if isinstance(value, bool) else str(value)}))

    @pytest.mark.parametrize(
        "changes",
        [
            {"races": "owl,cat,dog,mouse"},
            {"item.spook.effect": "hire_discount", "item.spook.gold": "3"},
            {"card.rabbit.W3.price": "5", "mercenary.cat.gold": "2", "template.T3.M3.gold": "1"},
            {"item.anvil.name": 'An "odd" \\ näme ⚒', "item.unknown_c.players": ""},
            {"template.A1.caste": "mage", "template.M1.caste": "assassin"},
        ],
    )
    def test_changes_come_back(self, rules_file, changes):
        self.same(rules_file, load_rules(None, changes))

    def test_sources_of_many_sites(self, rules_file):
        lines = ['base = "watchmen"']
        for place, url in enumerate(["https://a.org/1", "http://www.a.org/2", "https://assumed.org", "https://..."]):
            lines += [f"[card.cat.H{place % 3 + 1}]" if place < 3 else "[card.owl.H1]", "price = 4"]
            lines += [f'source = "public:{url}"', 'note = "read there"']
        ruleset = load_rules(rules_file("\n".join(lines)))
        assert len(set(ruleset.data["sources"].values())) == 6
        self.same(rules_file, ruleset)

    def test_an_export_as_base_changes_nothing_but_what_is_changed(self, rules_file):
        edited = export_rules(load_rules()).replace("max_tents = 7", "max_tents = 8")
        ruleset = load_rules(rules_file(edited))
        assert ruleset.data["structure"]["max_tents"] == 8
        partial = load_rules(rules_file(edited.replace('game = "watchmen"', 'base = "watchmen"')))
        assert partial.digest == ruleset.digest

    def test_every_switch_is_explained(self):
        exported = export_rules(load_rules())
        for switch in load_rules().switches:
            assert f"# {switch.meaning} ({switch.ruling})" in exported


class TestTellingTables:
    def test_values(self):
        told = {row[0]: row for row in values_table(load_rules())}
        assert told["rules.mercenaries"][1:3] == ("false", "rulebook")
        assert told["item.anvil.draw"] == ("item.anvil.draw", "4", "assumed", "3 | 5", "")
        assert told["structure.races"][1] == "3,4,5,6"

    def test_assumed_only(self):
        ruleset = load_rules()
        told = values_table(ruleset, assumed_only=True)
        assert len(told) == ruleset.source_counts()["assumed"] == len(ruleset.assumed())
        assert {row[2] for row in told} == {"assumed"}

    def test_what_is_told_can_be_typed(self):
        ruleset = load_rules()
        typed = {key: value for key, value, *_ in values_table(ruleset)}
        assert load_rules(None, typed).digest == ruleset.digest

    def test_switches(self):
        told = {row[0]: row for row in switches_table(load_rules(None, {"tie": "random"}))}
        assert told["tie"][1:4] == ("random", "shared | random", "B4")
        assert told["max_rounds"][1:3] == ("40", "1 to 100")


class TestFields:
    @pytest.mark.parametrize(
        ("field", "good", "bad"),
        [
            (whole("x", 0, 9), [0, 9], [-1, 10, True, 1.0, "1", None, [1]]),
            (flag("x"), [True, False], [0, 1, "true"]),
            (word("x", ("a", "b")), ["a"], ["", "c", 1, ["a"]]),
            (text("x", 5), ["", "abc"], ["abcdef", "a\nb", "\udc80", 5]),
            (text("x", 9, lines=True), ["a\nb"], ["a\tb"]),
            (wholes("x", 2, 0, 9), [[1, 2]], [[1], [1, 2, 3], [1, True], 1, [1, 10]]),
            (wholes("x", (0, 2), 0, 9), [[], [9, 1]], [[1, 2, 3]]),
            (words("x", ("a", "b"), 1, 2, instead="all"), [["a"], ["a", "b"], "all"], [[], ["a", "a"], "a", ["all"]]),
        ],
        ids=lambda each: getattr(each, "kind", ""),
    )
    def test_accept(self, field, good, bad):
        for value in good:
            assert accept(field, value) == value
        for value in bad:
            with pytest.raises(ValueError, match=r"^" + expected(field)[:12].replace("[", r"\[")):
                accept(field, value)

    def test_a_distinct_list_has_one_order(self):
        assert accept(words("x", ("b", "a"), 0, 2), ["a", "b"]) == ["b", "a"]
        assert accept(wholes("x", (0, 3), 0, 9, distinct=True), [3, 1]) == [1, 3]

    def test_command_line_values(self):
        assert from_words(wholes("x", 2, 0, 9), "[1, 2]") == [1, 2]
        assert from_words(words("x", ("a", "b"), 0, 2), "a, 'b'") == ["a", "b"]
        assert from_words(whole("x", 0, 9), 4) == 4

    @given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=5))
    @settings(max_examples=50)
    def test_shown_is_short(self, value):
        assert len(shown(value)) <= 60


def test_fields_of_one_name_must_be_equal():
    with pytest.raises(ValueError, match="table beast has two different fields bite"):
        Table("beast", (), by="kind", extra={"fox": (whole("bite", 1, 3),), "hen": (whole("bite", 1, 2),)})


def test_a_small_schema_of_ones_own(rules_file, tmp_path):
    """The whole of what a game must declare, with a board and a row of fields that one word brings along."""
    kinds = {"fox": (whole("bite", 1, 3, "steps"),)}
    schema = Schema(
        "den",
        (
            Table(
                "board",
                (text("map", 200, "the board", lines=True, sourced=True), wholes("den", 2, 0, 9, "row, column")),
            ),
            Table("beast", (word("kind", ("fox", "hen"), "kind"),), ids=((),), by="kind", extra=kinds),
            Table("rules", (flag("night", "it is night", ruling="1"),)),
        ),
        check=lambda data: None,
        title="The Den",
    )
    shipped = tmp_path / "den.toml"
    shipped.write_text(
        'game = "den"\n[board]\nmap = """\n..\\\\"\n~~ """\nden = [1, 2]\n[beast.f1]\nkind = "fox"\nbite = 2\n'
        '[beast.h1]\nkind = "hen"\n[rules]\nnight = false\n'
    )
    ruleset = load(schema, shipped, None, {"beast.f2.kind": "fox", "beast.f2.bite": "3", "night": "true"})
    assert ruleset.data["board"]["map"] == '..\\"\n~~ '
    assert [ids for ids, _ in schema.tables[1].rows(ruleset.data)] == [("f1",), ("f2",), ("h1",)]
    assert load(schema, shipped, rules_file(export_rules(ruleset)), {}).digest == ruleset.digest
    with pytest.raises(MeepleError, match=r"beast.h1.bite has no use with kind = 'hen'"):
        load(schema, shipped, None, {"beast.h1.bite": "1"})


# Files that somebody's cat walked over.

RUBBISH = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.integers(-2, 40),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["random", "warrior", "owl", "none", "rulebook", "public:https://a.org", "+-1", "T2", "base"]),
    st.lists(st.integers(-1, 9) | st.sampled_from(["owl", "cat", "spook"]), max_size=6),
    st.dictionaries(
        st.text(max_size=5) | st.sampled_from(["draw", "price", "A1", "source"]), st.integers(), max_size=3
    ),
)


def places(table, path=()):
    for key, each in table.items():
        yield (*path, key)
        if isinstance(each, dict):
            yield from places(each, (*path, key))


PLACES = list(places(SHIPPED_RAW))


@given(
    changes=st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(["set", "drop", "add"]), RUBBISH), max_size=3),
    whole_file=st.booleans(),
)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_mangled_file_is_refused_or_fits(monkeypatch, changes, whole_file):
    raw = copy.deepcopy(SHIPPED_RAW)
    if not whole_file:
        raw["base"] = raw.pop("game")
    for path, how, value in changes:
        place = raw
        for part in path[:-1]:
            place = place.get(part, {}) if isinstance(place, dict) else {}
        if not isinstance(place, dict):
            continue
        if how == "drop":
            place.pop(path[-1], None)
        else:
            place[path[-1] if how == "set" else "zz"] = value
    assert_refused_or_fits(monkeypatch, lambda _path: raw)


@given(cut=st.integers(0, len(SHIPPED_TEXT)), length=st.integers(0, 60), put=st.binary(max_size=6) | st.just(b"[["))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_torn_file_is_refused_or_fits(rules_file, monkeypatch, cut, length, put):
    content = SHIPPED_TEXT.encode()
    path = rules_file(content[:cut] + put + content[cut + length :])
    assert_refused_or_fits(monkeypatch, None, path)


def assert_refused_or_fits(monkeypatch, reader, path=SHIPPED):
    """Load the file (or what `reader` gives in its place): a MeepleError, or rules every table can hold."""
    with monkeypatch.context() as patch:
        if reader:
            patch.setattr("simcore.rulesfile.read_toml", lambda p: reader(p) if p != SHIPPED else SHIPPED_RAW)
            path = SHIPPED.with_name("mangled.toml")
        try:
            ruleset = load_rules(path)
        except MeepleError as error:
            assert "\n" not in str(error)  # noqa: PT017 - either outcome is right
            return
    races = ruleset.rule("races")
    for players in (2, 3, 4, 5):
        if races == "random" or len(races) == ruleset.data["structure"]["races"][players - 2]:
            rules = tables(ruleset, players)
            assert rules["item_in"].sum() >= players * rules["items_each"][0]
        else:
            with pytest.raises(MeepleError, match=r"rules\.races names"):
                tables(ruleset, players)


@given(
    key=st.sampled_from([value.key for value in load_rules().values]) | st.text(max_size=12),
    value=st.text(max_size=12) | st.integers(-5, 200).map(str) | st.sampled_from(["true", "random", "owl,cat,dog"]),
)
@settings(max_examples=200, deadline=None)
def test_a_wild_set_is_refused_or_fits(key, value):
    try:
        ruleset = load_rules(None, {key: value})
    except MeepleError as error:
        assert "\n" not in str(error)  # noqa: PT017 - either outcome is right
        return
    assert tables(ruleset, 2 if ruleset.rule("races") != "random" else 4).shape == (1,)


def test_a_key_that_holds_the_words_is_meant_rather_than_one_spelled_alike():
    keys = ["template.T3.W3.price", "structure.tent_price", "rules.tent_payment", "item.spook.draw"]
    assert suggestion("tent.price", keys) == "; did you mean structure.tent_price?"
    assert suggestion("spook_draw", keys) == "; did you mean item.spook.draw?"
    assert suggestion("items.spook.draw", keys) == "; did you mean item.spook.draw?"
    assert suggestion("zzz", keys) == ""
    assert suggestion(7, keys) == ""
