"""New Jersey's dealing guide shows the steps of the table's own dealing method."""

import pytest

from games.engine import questions
from games.engine.rulebook.base import Method
from games.engine.settle import terms_for

# What New Jersey's text demands of one dealing method only; a stub dealt by hand is counted as one from a shoe.
COUNT = {"13:69F-40.7(e)", "13:69F-40.7(e)1", "13:69F-40.7(e)2"}
OF_METHOD: dict[Method, set[str]] = {
    "manual_shoe": {f"13:69F-40.7({letter})" for letter in "abcd"} | COUNT,
    "hand": {f"13:69F-40.8({label}" for label in ("b)2", "b)2i", "b)2ii", "b)3", "c)", "d)", "e)")} | COUNT,
    "automated_shoe": {"13:69F-40.9(b)1", "13:69F-40.9(b)2", "13:69F-40.9(c)"},
}


def parts(cites: list[str]) -> set[str]:
    return {part for cite in cites for part in cite.split("; ")}


@pytest.mark.parametrize("method", OF_METHOD)
def test_in_new_jersey_a_table_is_shown_the_steps_of_its_own_dealing_method(method: Method) -> None:
    steps = questions.dealing_guide(terms_for("nj", {}), method)

    cited = parts([step.cite.removeprefix("NJ ") for step in steps])

    sections = ("13:69F-40.7(", "13:69F-40.8(", "13:69F-40.9(")
    assert {cite for cite in cited if cite.startswith(sections)} == OF_METHOD[method]
