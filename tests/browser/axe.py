"""Run axe's accessibility rules, with a contrast of 7 to 1."""

from functools import cache
from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPTIONS = {"rules": {"color-contrast-enhanced": {"enabled": True}}, "resultTypes": ["violations"], "preload": False}

# Only what is wrong leaves the browser: all that axe found to be right is megabytes.
RUN = "async (options) => (await axe.run(document, options)).violations"


@cache
def _script() -> str:
    return str(Axe().axe_script)


def violations(page: "Page") -> list[str]:
    """Return what is wrong with the page that is shown."""
    if not page.evaluate("'axe' in window"):  # half a megabyte, which takes its time to be read
        page.evaluate(_script())
    return [f"{rule['id']}: {node['html'][:150]}" for rule in page.evaluate(RUN, OPTIONS) for node in rule["nodes"]]
