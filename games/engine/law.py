"""Law: one edition compiled for settling rounds. Offers differ, but most share one law."""

from functools import cached_property, lru_cache
from typing import get_args

from .cards import deck_of, rank_of
from .hands import THREE_CARD_HANDS, Ranking, ranking
from .money import Odds, parse_odds
from .rulebook import Rulebook
from .rulebook.floor import CountName
from .rulebook.play import DoubleCross, PayRow
from .settlement.verdicts import Rows, Verdict, rows_of
from .vocabulary import ROUND_FIELDS, SEAT_FIELDS, VOID_REASONS

RaisedOdds = tuple[tuple[str, str, Odds], ...]
Paytables = tuple[tuple[str, tuple[PayRow, ...]], ...]


class Law:
    """An edition with its paytables in force, and the odds that an offer raised: (paytable, hand, odds)."""

    def __init__(self, book: Rulebook, paytables: Paytables, raised: RaisedOdds, ace_low_straight: bool) -> None:
        self.book = book
        self.double_cross = isinstance(book.play, DoubleCross)
        self.deck = deck_of(book.deck.ranks)
        self.rank_of = {card: rank_of(card) for card in self.deck.values()}
        self.compile_fields()
        self.compile_wagers()
        self.compile_fates()
        five_card = tuple(rule.hand for rule in book.hands.five_card)
        self.five_card = ranking(book.deck.ranks, five_card, ace_low_straight, 5)
        self.ace_low_straight = ace_low_straight
        self.paytables: dict[str, Rows] = {}
        for name, rules in paytables:
            odds = {hand: odds for paytable, hand, odds in raised if paytable == name}
            hands = self.three_card if name == "three_card" else self.five_card
            self.paytables[name] = rows_of(book, rules, hands, odds)

    @cached_property
    def three_card(self) -> Ranking:
        """The ranking of three cards, for the games that look at three."""
        order = tuple(rule.hand for rule in self.book.hands.three_card) or THREE_CARD_HANDS
        return ranking(self.book.deck.ranks, order, self.ace_low_straight, 3)

    def compile_fields(self) -> None:
        """List the format fields that this edition uses."""
        book = self.book
        uses = {
            "dealer": book.count.dealt.dealer > 0,
            "six_card": book.count.dealt.six_card > 0,
            "set_aside": book.count.set_aside is not None,
            "spin": book.bonus_spin is not None,
            "forfeit": bool(book.forfeits),
            "axis": self.double_cross,
            "exposed": self.double_cross,
        }
        self.round_fields = frozenset(name for name in ROUND_FIELDS if uses.get(name, True))
        self.seat_fields = frozenset(name for name in SEAT_FIELDS if uses.get(name, True))

    def compile_wagers(self) -> None:
        """List which wagers depend on which."""
        wagers = self.wagers = self.book.wagers
        self.antes = self.of_kind("ante")
        decided = [(name, wager.decision) for name, wager in wagers.items() if wager.decision is not None]
        self.decisions = tuple(dict.fromkeys(decision for _, decision in decided))
        self.decided = tuple((name, self.decisions.index(decision)) for name, decision in decided)
        self.equal = tuple(
            (name, wager.equals) for name, wager in wagers.items() if wager.equals and wager.kind != "raise"
        )
        # A seat without its ante is refused for that alone, so this covers optional wagers only.
        self.required = tuple(
            (name, wager.requires)
            for name, wager in wagers.items()
            if wager.requires and wagers[wager.requires].optional
        )

    def compile_fates(self) -> None:
        """Prepare the verdicts on wagers that no hand decides."""
        book = self.book
        self.voids = {}
        for reason in VOID_REASONS:
            rule = book.irregularities.get(reason)
            self.voids[reason] = Verdict("void", book.cite(rule if rule and rule.round == "void" else book.void))
        self.voids["stub_count"] = Verdict("void", book.cite(book.count.misdealt, book.count.not_whole))
        # A round that only its stub count made void: the cards were misdealt, the deck failed the count, or both.
        self.count_voids = {
            name: Verdict("void", book.cite(getattr(book.count, name)))
            for name in get_args(CountName)
            if getattr(book.count, name).round == "void"
        }
        self.forfeits = {name: Verdict("forfeit", book.cite(rule)) for name, rule in book.forfeits.items()}
        self.folds = {name: Verdict("fold", book.cite(rule)) for name, rule in book.play.folds.items()}

    def odds_of(self, wager: str) -> tuple[Odds, ...]:
        """Return the odds that a wager may win at; none for a wheel, which pays prizes."""
        kind = self.wagers[wager].kind
        if kind == "spin":
            return ()
        if kind == "ante":
            odds = parse_odds(self.book.play.ante.pays)
            return (odds,) if odds else ()
        rows = self.paytables[{"bet": "main", "raise": "raise"}.get(kind, wager)].rows
        return tuple(row.verdict.odds for row in rows if row.verdict.odds)

    def of_kind(self, *kinds: str) -> tuple[str, ...]:
        """Return the names of the wagers of these kinds, in betting order."""
        return tuple(name for name, wager in self.wagers.items() if wager.kind in kinds)


@lru_cache(maxsize=256)
def law(book: Rulebook, paytables: Paytables, raised: RaisedOdds, ace_low_straight: bool) -> Law:
    """Return the compiled law of an edition; built on first use."""
    return Law(book, paytables, raised, ace_low_straight)
