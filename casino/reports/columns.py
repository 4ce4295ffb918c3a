"""The columns of a report's sheets: each sheet of a shift's report, and the measures that most of them share."""

from .document import Column, moment, money, number, rate, share, span, text

# Of one kind of wager.
WAGERED = (
    number("wagers", "Wagers"),
    money("staked", "Staked"),
    money("paid", "Paid"),
    money("returned", "Returned"),
    money("win", "Win"),
    share("hold", "Hold"),
)

# What was dealt, staked and won.
MEASURES = (
    number("rounds", "Rounds"),
    number("voids", "Void"),
    number("struck", "Struck out"),
    number("seats", "Seats"),
    *WAGERED,
    number("limit_cuts", "Limit applied"),
    money("limit_cut", "Cut by limits"),
    number("spins", "Spins"),
    number("jackpots", "Jackpots"),
    money("jackpot", "Jackpots paid"),
)

# Between which holds nineteen of twenty fall, by the days before.
EXPECTED = (share("expected_low", "Expected from"), share("expected_high", "Expected to"))

PACE = rate("pace", "Rounds an hour")

_ROUND = (text("round", "Round"), text("table", "Table"), moment("played", "Played"))

COLUMNS: dict[str, tuple[Column, ...]] = {
    "summary": (text("span", "Span"), PACE, *MEASURES),
    "attention": (text("what", "What"), number("number", "Number"), text("cite", "Paragraph")),
    "pits": (text("pit", "Pit"), span("open", "Open"), PACE, *MEASURES),
    "tables": (
        text("table", "Table"),
        text("pit", "Pit"),
        text("game", "Game"),
        span("open", "Open"),
        PACE,
        *EXPECTED,
        *MEASURES,
    ),
    "games": (text("game", "Game"), text("edition", "Edition"), *EXPECTED, *MEASURES),
    "dealers": (text("dealer", "Dealer"), text("badge", "Badge"), span("dealt", "At tables"), PACE, *MEASURES),
    "hours": (moment("hour", "From"), *MEASURES),
    "wagers": (text("game", "Game"), text("kind", "Wager"), *WAGERED),
    "wagers_by": (text("by", "By"), text("name", "Name"), text("kind", "Wager"), *WAGERED),
    "payouts": (
        *_ROUND,
        text("dealer", "Dealer"),
        money("paid", "Paid to one seat"),
        money("staked", "Staked"),
        money("cut", "Cut by the limit"),
    ),
    "limits": (*_ROUND, money("paid", "Paid"), money("cut", "Cut by the limit")),
    "jackpots": (*_ROUND, money("prize", "Top prize")),
    "decks": (
        text("table", "Table"),
        text("position", "Place"),
        text("deck", "Deck"),
        moment("in_play", "In play"),
        moment("due", "To be changed"),
        moment("out", "Out of play"),
        text("reason", "Why"),
        span("age", "Age"),
        span("limit", "Limit"),
        span("late", "Late"),
    ),
    "deck_changes": (
        text("table", "Table"),
        number("due", "Due"),
        number("done", "Done"),
        number("late", "Late"),
    ),
    "counts": (
        text("table", "Table"),
        number("rounds", "Rounds"),
        number("due", "Due"),
        number("done", "Done"),
        number("missed", "Missed"),
        number("wrong", "Wrong"),
    ),
    "openings": (
        moment("at", "At"),
        text("table", "Table"),
        text("what", "What"),
        text("who", "By"),
        text("with", "Signed by"),
    ),
    "irregularities": (text("kind", "Kind"), number("number", "Rounds")),
    "devices": (
        text("device", "Device"),
        text("table", "Table"),
        text("fault", "Fault"),
        moment("failed", "Failed"),
        text("handled", "Then"),
        moment("repaired", "Until"),
        span("down", "Down for"),
    ),
    "alerts": (
        text("check", "Check"),
        number("number", "Alerts"),
        number("open", "Still open"),
        number("taken_on", "Taken on"),
        span("ack_median", "Until taken on, half"),
        span("ack_most", "9 of 10"),
        number("by_itself", "Ended by itself"),
        number("by_person", "By a person"),
        span("close_median", "Until closed, half"),
        span("close_most", "9 of 10"),
        number("passed_up", "Passed up"),
    ),
    "breaches": (
        *_ROUND,
        text("what", "What"),
        text("cite", "Paragraph"),
        text("state", "State"),
        text("finding", "Finding"),
    ),
    "struck": (
        *_ROUND,
        text("why", "Why"),
        text("who", "By"),
        text("with", "Signed by"),
        money("staked", "Staked"),
        money("paid", "Paid"),
        money("win", "Win"),
    ),
    "stints": (
        text("dealer", "Dealer"),
        text("badge", "Badge"),
        text("where", "Where"),
        moment("from", "From"),
        moment("until", "Until"),
        span("for", "For"),
    ),
    "open_items": (
        text("pit", "Pit"),
        text("table", "Table"),
        text("item", "Item"),
        text("state", "State"),
        moment("due", "Due"),
        text("cite", "Paragraph"),
    ),
}

TITLES = {
    "summary": "In figures",
    "attention": "What needs attention",
    "pits": "By pit",
    "tables": "By table",
    "games": "By game",
    "dealers": "By dealer",
    "hours": "By hour",
    "wagers": "Wagers by kind",
    "wagers_by": "Wagers by kind, in detail",
    "payouts": "Largest payouts",
    "limits": "Payout limits applied",
    "jackpots": "Jackpots",
    "decks": "Decks in play",
    "deck_changes": "Deck changes",
    "counts": "Counts of the stub",
    "openings": "Openings and closings",
    "irregularities": "Irregularities",
    "devices": "Devices down",
    "alerts": "Alerts",
    "breaches": "Breaches",
    "struck": "Rounds struck out",
    "stints": "Dealers' stints",
    "open_items": "Still open",
}
