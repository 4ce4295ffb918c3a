"""What a row of a register names as its implementation: whether it exists, and how to call it."""

from importlib import import_module
from importlib.util import find_spec

from django.urls import get_resolver

from compliance.acts.registry import REGISTERED, act_label
from compliance.facilities.policies import rows as policies
from compliance.findings import CHECKS, label_of_check
from games.engine.rulebook.coverage import Reference

from .evidence import ROUND_FACTS


def exists(reference: Reference) -> bool:
    """Tell whether the product has what a reference names.

    The loader checks rulebook keys. A test checks refusals and journal entries, whose names are only in the code.
    """
    match reference.kind:
        case "finding":
            return reference.name in CHECKS
        case "act":
            return reference.name in REGISTERED
        case "policy":
            return reference.name in policies()
        case "round":
            return reference.name in ROUND_FACTS
        case "page":
            return has_page(reference.name)
        case "engine":
            return has_function(reference.name)
        case _:
            return True


def has_page(name: str) -> bool:
    """Tell whether a URL has this name, whatever its arguments."""
    return bool(get_resolver().reverse_dict.getlist(name))


def has_function(name: str) -> bool:
    """Tell whether the engine has this module, or this function or class in a module."""
    module = f"games.engine.{name}"
    try:
        if find_spec(module):
            return True
    except ModuleNotFoundError:
        pass
    parent, _, member = module.rpartition(".")
    try:
        return hasattr(import_module(parent), member)
    except ModuleNotFoundError:
        return False


def label_of(reference: Reference) -> str:
    """Return how a page calls what a reference names."""
    match reference.kind:
        case "finding":
            return f"Alert: {label_of_check(reference.name)}"
        case "act":
            return f"Act: {act_label(reference.name)}"
        case "rulebook":
            return f"Rulebook: {reference.name}"
        case "entry":
            return f"Journal: {reference.name}"
        case "round":
            return f"Rounds: {ROUND_FACTS[reference.name].label}"
        case _:
            return f"{reference.kind.capitalize()}: {reference.name.replace('_', ' ')}"
