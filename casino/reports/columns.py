"""Columns and titles of the sheets of a shift report, and the measures that most sheets share."""

from .document import Column, moment, money, number, rate, share, span, text

# Columns of one wager type.
WAGERED = (
    number("wagers", "Wagers"),
    money("staked", "Wagered"),
    money("paid", "Paid"),
    money("returned", "Returned"),
    money("win", "Win"),
    share("hold", "Hold"),
)

# Rounds, wagers, payouts and win.
MEASURES = (
    number("rounds", "Rounds"),
    number("voids", "Void by rules"),
    number("struck", "Voided"),
    number("seats", "Seats"),
    *WAGERED,
    number("limit_cuts", "Limit applied"),
    money("limit_cut", "Cut by limits"),
    number("spins", "Spins"),
    number("jackpots", "Jackpots"),
    money("jackpot", "Jackpots paid"),
)

# The 95% interval of hold, from the preceding gaming days.
EXPECTED = (share("expected_low", "Expected from"), share("expected_high", "Expected to"))

PACE = rate("pace", "Rounds per hour")

_ROUND = (text("round", "Round"), text("table", "Table"), moment("played", "Played"))

COLUMNS: dict[str, tuple[Column, ...]] = {
    "summary": (text("span", "Period"), PACE, *MEASURES),
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
        money("staked", "Wagered"),
        money("cut", "Cut by limit"),
    ),
    "limits": (*_ROUND, money("paid", "Paid"), money("cut", "Cut by limit")),
    "jackpots": (*_ROUND, money("prize", "Top prize")),
    "decks": (
        text("table", "Table"),
        text("position", "Position"),
        text("deck", "Deck"),
        moment("in_play", "In play"),
        moment("due", "Change due"),
        moment("out", "Out of play"),
        text("reason", "Reason"),
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
        text("handled", "Action"),
        moment("repaired", "Down until"),
        span("down", "Down for"),
    ),
    "alerts": (
        text("check", "Check"),
        number("number", "Alerts"),
        number("open", "Still open"),
        number("taken_on", "Acknowledged"),
        span("ack_median", "Time to acknowledge, median"),
        span("ack_most", "90th percentile"),
        number("by_itself", "Cleared by itself"),
        number("by_person", "Resolved"),
        span("close_median", "Time to close, median"),
        span("close_most", "90th percentile"),
        number("passed_up", "Escalated"),
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
        text("why", "Reason"),
        text("who", "By"),
        text("with", "Signed by"),
        money("staked", "Wagered"),
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
    "summary": "Summary",
    "attention": "Needs attention",
    "pits": "By pit",
    "tables": "By table",
    "games": "By game",
    "dealers": "By dealer",
    "hours": "By hour",
    "wagers": "Wagers by type",
    "wagers_by": "Wagers by type, in detail",
    "payouts": "Largest payouts",
    "limits": "Payout limits applied",
    "jackpots": "Jackpots",
    "decks": "Decks in play",
    "deck_changes": "Deck changes",
    "counts": "Stub counts",
    "openings": "Openings and closings",
    "irregularities": "Irregularities",
    "devices": "Devices down",
    "alerts": "Alerts",
    "breaches": "Violations",
    "struck": "Voided rounds",
    "stints": "Dealer stints",
    "open_items": "Open items",
}
