"""OpenAPI texts of common fields, and of people, alerts, API keys and the journal."""

from games.engine.loading import editions

from .field_docs import register_docs

# ── Common names

register_docs(
    {
        "id": (12, "The number of the object in this installation."),
        "url": ("/api/v1/tables/CHP-04/", "The URL of the object."),
        "facility": ("CHP", "The facility's code."),
        "code": ("no_deck", "A stable code for programs."),
        "name": ("Rosa Delgado", "The name."),
        "label": ("Bring a deck", "The text of the button."),
        "title": ("Deck change", "The title."),
        "text": ("Change the deck at CHP-04.", "What to do."),
        "cite": ("MD Ch. 3 §A", "The paragraph that requires it."),
        "message": ("There are no cards at this table. Bring a deck.", "What to do next."),
        "badge": ("CHP-2301", "The person's badge."),
        "role": ("floorperson", "The role in which the person acted."),
        "reason": ("Entered at the wrong table", "The reason."),
        "note": ("Nick in the corner of the queen of hearts", "A note about it."),
        "state": ("open", "The current state."),
        "state_since": ("2026-03-02T17:00:00Z", "When the current state began."),
        "opened_at": (None, "When it was opened."),
        "closed_at": (None, "When it was closed; null while it is open."),
        "closed_by": (None, "Who closed it."),
        "started_at": (None, "When it began."),
        "began_at": (None, "When it began."),
        "ended_at": (None, "When it ended; null if it has not ended."),
        "due_at": (None, "When it is due; null if not known."),
        "since": (None, "When it began."),
        "gaming_day": (None, "The gaming day that it belongs to."),
        "time_zone": ("America/New_York", "The local time zone."),
        "jurisdiction": ("Maryland", "The jurisdiction whose rules apply."),
        "edition": (editions()[0], "The ID of the rulebook edition."),
        "editions": (list(editions()[:2]),),
        "game": ("Criss Cross Poker", "The game's name."),
        "serial": ("CHP-R-017", "The serial number."),
        "table": ("CHP-04", "The table's code; null if not at a table."),
        "version": (3, "The version number."),
        "reference": ("MLGCC-2026-114",),
        "status": (404, "The HTTP status."),
        "acts": (None, "The acts that you may do now."),
        "next": ("https://backoffice.example/api/v1/tables/?cursor=Q0hQLTA0",),
        "results": (None, "The objects on this page, in the order of the list."),
    }
)

# ── Parameters

register_docs(
    {
        "cursor": ("Q0hQLTA0",),
        "page_size": (50,),
        "after": ("120771",),
        "wait": (20,),
        "more": (False,),
        "JournalPage.next": ("https://backoffice.example/api/v1/journal/?after=120771",),
        "updated_since": ("2026-03-02T17:00:00Z",),
        "Idempotency-Key": ("8c1c5d8e-5d1b-4c0e-9a44-0d8a2f6f3c11",),
        "If-Match": ('"7ab9f43a1b5cb0ae59b2ed0e5c0fa8bb2f3c0d1e"',),
        "If-None-Match": ('"7ab9f43a1b5cb0ae59b2ed0e5c0fa8bb2f3c0d1e"',),
        "facilities.key": ("CHP",),
        "bell_read.key": ("CHP",),
        "alert_history.key": ("CHP",),
        "staff.key": ("CHP-2301",),
        "keys.key": ("7KQ2M9XA",),
        "key": (12,),
    }
)

# ── Problems

register_docs(
    {
        "Problem.type": ("/api/v1/problems/#rule-violation",),
        "Problem.title": ("The rules forbid this", "The type of problem in plain words."),
        "Problem.status": (409,),
        "detail": ("There are no cards at this table. Bring a deck.",),
        "errors": (None, "All errors in the request."),
        "path": ("decks[1]",),
        "FieldError.code": ("malformed", "A stable code for this kind of error."),
        "FieldError.message": ("Give a whole number.",),
        "violations": (None, "All violations."),
        "ProblemType.uri": ("/api/v1/problems/#rule-violation", "The `type` of a problem."),
        "ProblemType.status": (409,),
        "ProblemType.title": ("The rules forbid this", "The type in plain words."),
        "ProblemType.says": (
            "The request is well-formed, but the rules or the state of the floor forbid it.",
            "What the problem means, and what its members contain.",
        ),
        "Remedy.name": ("table.bring-deck",),
        "Remedy.label": ("Bring a deck", "The label of the act."),
        "Remedy.url": ("/api/v1/tables/CHP-04/bring-deck/", "Send a POST request to this URL to do the act."),
        "Act.name": ("table.bring-deck",),
        "Act.label": ("Bring a deck", "The label of the act."),
        "Act.url": ("/api/v1/tables/CHP-04/bring-deck/",),
        "Act.signed": (False,),
    }
)

# ── The root, facilities and people

register_docs(
    {
        "you": (None, "You, or the account of your API key."),
        "Root.facilities": (None, "The facilities where you work, or that your API key gives access to."),
        "addresses": ({"tables": "/api/v1/tables/", "journal": "/api/v1/journal/", "docs": "/api/v1/docs/"},),
        "Facility.code": ("CHP", "The facility's code. Table codes and badges start with it."),
        "Facility.name": ("Chesapeake", "The casino's name."),
        "Facility.url": ("/api/v1/facilities/CHP/",),
        "day_turns_at_hour": (6,),
        "roles": (["pit_boss"],),
        "Posting.role": ("floorperson", "The role."),
        "Staff.url": ("/api/v1/staff/CHP-2301/",),
        "is_active": (True, "Whether the account is enabled."),
        "has_pin": (True,),
        "created_at": (None, "When it was created."),
        "postings": (None, "The roles of the person at facilities."),
    }
)

# ── The journal

register_docs(
    {
        "stream": ("table:CHP-04",),
        "sequence": (118,),
        "action": ("deck.removed",),
        "subject": ("deck:12",),
        "actor": (None, "Who did it; null if the system did it."),
        "signature": (None, "The second person's signature, if there is one."),
        "at": (None, "When it happened."),
        "recorded_at": (None, "When the server recorded it."),
        "Entry.cite": ("COMAR 36.05.02.16 J", "The paragraph that applies; empty if none does."),
        "facts": ({"reason": "scheduled", "table": "CHP-04"}, "What changed. The names depend on the action."),
        "hash": (
            "9f2c4e1d7b7a0f65c1b0a1f6c2f3f1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b4",
            "SHA-256 of the entry and `previous`. A changed entry breaks the chain of its stream.",
        ),
        "previous": ("1b8d0e9a7c6b5d4e3f2a1b0c9d8e7f6a5b49f2c4e1d7b7a0f65c1b0a1f6c2f3f",),
        "signer": (None, "The person who signed."),
        "Signature.role": ("dealer", "The role in which the person signed."),
        "Signature.act": ("deck.change", "The act that the person signed."),
        "signed_at": (None, "When it was signed; null if not signed."),
    }
)

# ── Alerts

register_docs(
    {
        "check": ("deck_change",),
        "Alert.title": ("Deck change",),
        "occurrence": ("2026-03-02",),
        "Alert.text": ("The deck at CHP-04 is due to be changed at 14:00.",),
        "Alert.due_at": (None, "When it must be done; null if not known."),
        "Alert.url": ("/api/v1/alerts/12/",),
        "acknowledged_at": (None, "When someone acknowledged it; null if nobody has."),
        "acknowledged_by": (None, "Who acknowledged it."),
        "first_acknowledged_at": (None, "When it was first acknowledged, even if it was reopened since."),
        "snoozed_until": (None, "The time until which it is snoozed."),
        "Alert.reason": ("The clock of the shoe ran fast", "The note of its resolution; empty if there is none."),
        "AlertNoteArguments.note": ("Notified surveillance", "The note."),
        "AssignForm.to": ("CHP-2301", "The badge of the person to assign it to."),
        "minutes": (10, "For how many minutes to snooze it. The maximum depends on the severity."),
        "PassOnForm.reason": ("I am alone on the floor", "Why you escalate it."),
        "ResolveForm.reason": ("The table closed an hour ago", "Why you resolve it although the cause may remain."),
    }
)

# ── Arguments of acts on people and API keys

register_docs(
    {
        "second_badge": ("CHP-2204",),
        "second_pin": ("4711",),
        "HireForm.number": ("2317", "The badge number. The badge is the facility's code and this number."),
        "HireForm.role": ("dealer", "The first role, at this facility."),
        "password": ("correct-horse-battery", "For signing in. At least ten characters, and not a common password."),
        "pin": ("4711", "For signing. Four to eight digits."),
        "facility_code": ("CHP", "The code of a facility that you administer."),
        "AppointForm.role": ("pit_boss", "The role to give."),
        "posting": (31, "The ID of a current posting."),
        "StaffReasonForm.reason": ("Left the company", "The reason."),
        "CreateKeyForm.name": ("Slot accounting",),
        "CreateKeyForm.facilities": (
            ["CHP"],
            "The codes of the facilities that the key gives access to. You must administer them.",
        ),
        "CreateKeyForm.scopes": (["rounds:read", "journal:read"], "What the key may read and write."),
        "CreateKeyForm.valid_days": (90, "For how many days the key is valid."),
        "CreateKeyForm.rate": (600, "How many requests the key may make per minute. The default is 600."),
        "ShutOutKeyForm.key": ("7KQ2M9XA", "The prefix of the key."),
    }
)

# ── API keys

register_docs(
    {
        "prefix": ("7KQ2M9XA",),
        "Key.url": ("/api/v1/keys/7KQ2M9XA/",),
        "Key.name": ("Slot accounting",),
        "Key.badge": ("KEY-7KQ2M9XA",),
        "Key.scopes": (["rounds:read", "journal:read"],),
        "Key.facilities": (["CHP"],),
        "rate": (600,),
        "revoked_at": (None, "When it was revoked; null if not revoked."),
        "revoked_by": (None, "Who revoked it."),
        "revoked_for": ("The program is no longer used",),
        "last_used_from": ("10.1.4.20",),
        "token": ("cck_7KQ2M9XA_q3Jt0b5mF1yKXc2r9wVd7sLhPz8uNaEoTgIi4CjRkBQ",),
    }
)

# ── The bell, your account and paragraphs

register_docs(
    {
        "mine": (3,),
        "unacknowledged": (1,),
        "OwnSecretForm.current": ("correct-horse-battery", "Your current password."),
        "OwnSecretForm.password": ("battery-staple-correct", "A new password. Leave it empty to keep the current one."),
        "OwnSecretForm.pin": ("4711", "A new PIN. Leave it empty to keep the current one."),
        "paragraph": ("MD Ch. 3 §A",),
        "Paragraph.words": ("A deck is changed at least every eight hours.",),
    }
)
